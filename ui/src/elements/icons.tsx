import type { ReactNode } from "react";

function Icon({ children, size = 16 }: { children: ReactNode; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true" focusable="false">
      {/* On the picture itself, WebKit would zoom the stroke twice. */}
      <g stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
        {children}
      </g>
    </svg>
  );
}

/** An icon of one path. */
function line(d: string, size?: number) {
  return () => (
    <Icon size={size}>
      <path d={d} />
    </Icon>
  );
}

export const ChatIcon = line("M2.5 3.5h11v7.5H7l-3 2.5V11H2.5z");
export const ServersIcon = () => (
  <Icon>
    <rect x="2.5" y="3" width="11" height="4" rx="1.2" />
    <rect x="2.5" y="9" width="11" height="4" rx="1.2" />
  </Icon>
);
export const GateIcon = line("M3 13.5V7.5a5 5 0 0 1 10 0v6M3 8.5h10M6.3 11.5V3.2M9.7 11.5V3.2");
export const TasksIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.5" />
    <path d="M8 4.8V8l2.2 1.6" />
  </Icon>
);
export const ActivityIcon = line("M2.5 4h11M2.5 8h11M2.5 12h7");
export const PermissionsIcon = () => (
  <Icon>
    <circle cx="5" cy="11" r="2.5" />
    <path d="m7 9 5.5-5.5M10.5 5.5l2 2" />
  </Icon>
);
export const StopIcon = line("M5.5 2.5h5l3 3v5l-3 3h-5l-3-3v-5z");
export const SettingsIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.2" />
    <path d="M8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4" />
  </Icon>
);
export const AlertIcon = line("M8 2.5 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.1");
export const ChevronIcon = (props: { open?: boolean }) => (
  <Icon size={12}>{props.open ? <path d="m3 6 5 5 5-5" /> : <path d="m6 3 5 5-5 5" />}</Icon>
);
export const DownIcon = line("m3 6 5 5 5-5", 12);
export const CloseIcon = line("m4 4 8 8M12 4l-8 8");
export const MoreIcon = () => (
  <Icon>
    <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />
  </Icon>
);
export const CheckIcon = line("m3 8.5 3.5 3.5L13 4.5", 12);
export const ClipIcon = line(
  "M13 7.5 8 12.4a2.9 2.9 0 0 1-4.1-4.1l5.3-5.2a2 2 0 0 1 2.8 2.8L6.8 11a1 1 0 0 1-1.4-1.4l4.5-4.5",
);

/** The mark: a raised gate, on the accent. The same drawing as the application's icon. */
export function Mark(props: { size?: number }) {
  const size = props.size ?? 22;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7.5" fill="var(--accent)" />
      <path
        d="M5 27V16a11 11 0 0 1 22 0v11h-3V16A8 8 0 0 0 8 16v11z M8 13h16v2H8z M10 8h2v11l-1 2-1-2z M15 7h2v12l-1 2-1-2z M20 8h2v11l-1 2-1-2z"
        fill="var(--accent-ink)"
      />
    </svg>
  );
}
