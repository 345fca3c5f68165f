// Puts a text into whatever has the focus: what pasting leaves there, without the clipboard, which the driver cannot fill. The
// browser's own command for inserting text takes many times as long as pasting does.
const field = document.activeElement;
if (field?.setRangeText === undefined || field.readOnly || field.disabled) return;
const held = new DataTransfer();
held.setData("text/plain", arguments[0]);
const pasted = new ClipboardEvent("paste", { clipboardData: held, bubbles: true, cancelable: true });
if (!field.dispatchEvent(pasted)) return;
const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
const room = field.maxLength < 0 ? Infinity : Math.max(0, field.maxLength - field.value.length + to - from);
field.setRangeText(arguments[0].slice(0, room), from, to, "end");
field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
