/** Waits until a press is over. If the page moved under the pointer, the click on what was pressed would be lost. */

let isPressed = false;
const waiting: (() => void)[] = [];

addEventListener("pointerdown", press, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release, true);

/** Calls back at once, or after the press that is going on and its click. */
export function afterPointerUp(callback: () => void): void {
  if (isPressed) waiting.push(callback);
  else callback();
}

function press(): void {
  isPressed = true;
}

function release(): void {
  isPressed = false;
  // The click follows in the same task.
  setTimeout(() => {
    for (const callback of waiting.splice(0)) callback();
  });
}
