import { formats, say } from "../l10n";

/** Makes a formatter once for each language. */
function perLanguage<T>(make: (language: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const language = formats();
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

const thousands = perLanguage((language) => new Intl.NumberFormat(language));

/** `4,182`. */
export function count(value: number): string {
  return thousands().format(value);
}

/** An amount of money, rounded to what matters: `$0`, `$0.0042`, `$1.25`. */
export function dollars(value: number): string {
  if (value <= 0) return "$0";
  if (value < 0.0001) return say("words-price-tiny");
  return `$${value.toFixed(value < 0.1 ? 4 : 2)}`;
}

/** A size: `812 B`, `1.9 KiB`, `10 MiB`. Powers of 1,024. */
export function bytes(value: number): string {
  if (value < 1024) return `${value} B`;
  const units = ["K", "M", "G"];
  let size = value / 1024;
  let unit = 0;
  while (size >= 1023.5 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size < 9.95 ? size.toFixed(1) : Math.round(size)} ${units[unit]}iB`;
}

/** A time span in milliseconds: `12 ms`, `0.8 s`, `2 min 5 s`, `3 h 2 min`. */
export function duration(ms: number): string {
  if (ms < 100) return say("words-milliseconds", { value: Math.max(0, Math.round(ms)) });
  if (ms < 59_950) return say("words-seconds", { value: (ms / 1000).toFixed(ms < 9_950 ? 1 : 0) });
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) {
    const seconds = Math.floor((ms % 60_000) / 1000);
    return seconds === 0
      ? say("words-minutes", { minutes })
      : say("words-minutes-seconds", { minutes, seconds });
  }
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0
    ? say("words-hours", { hours })
    : say("words-hours-minutes", { hours, minutes: minutes % 60 });
}

/** What is left of a time span in milliseconds: `4:32`, and `12 minutes` where there is no hurry. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds > 600) return say("words-countdown-minutes", { count: Math.round(seconds / 60) });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const clock = perLanguage(
  (it) => new Intl.DateTimeFormat(it, { hour: "2-digit", minute: "2-digit", second: "2-digit" }),
);
const minute = perLanguage((it) => new Intl.DateTimeFormat(it, { hour: "2-digit", minute: "2-digit" }));
const dayOnly = perLanguage((it) => new Intl.DateTimeFormat(it, { day: "numeric", month: "short" }));
const dayYear = perLanguage(
  (it) => new Intl.DateTimeFormat(it, { day: "numeric", month: "short", year: "numeric" }),
);

/** How much of a time is said: time of day, the same without its seconds, day, or both. */
export type TimeStyle = "clock" | "minute" | "day" | "both";

/** Whether a time is of this day. */
export function isToday(at: number, now = Date.now()): boolean {
  return new Date(at).toDateString() === new Date(now).toDateString();
}

/** A time (milliseconds since the epoch): `09:41:07`, `09:41`, `3 Nov`, `3 Nov, 09:41`. Today is not said with a time of day. */
export function time(at: number, style: TimeStyle = "clock", now = Date.now()): string {
  const date = new Date(at);
  const today = new Date(now);
  const day = date.getFullYear() === today.getFullYear() ? dayOnly().format(date) : dayYear().format(date);
  if (style === "day") return isToday(at, now) ? say("words-today") : day;
  if (style === "both") return say("words-day-time", { day, time: clock().format(date) });
  return isToday(at, now)
    ? (style === "minute" ? minute() : clock()).format(date)
    : say("words-day-time", { day, time: minute().format(date) });
}

const relative = perLanguage((it) => new Intl.RelativeTimeFormat(it, { numeric: "auto" }));

/** How long ago a time was (milliseconds since the epoch): `now`, `5 minutes ago`, `yesterday`. */
export function ago(at: number, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - at) / 60_000));
  if (minutes < 1) return relative().format(0, "second");
  if (minutes < 60) return relative().format(-minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? relative().format(-hours, "hour") : relative().format(-Math.floor(hours / 24), "day");
}
