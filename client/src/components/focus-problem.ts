/** The first field with a problem takes the focus, so that its message is read. */
export function focusFirstProblem(problems: Record<string, string>): void {
  if (Object.keys(problems).length > 0) document.querySelector<HTMLElement>('form [aria-invalid]')?.focus();
}
