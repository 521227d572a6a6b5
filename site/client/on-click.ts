/** Handles clicks on the elements of a selector, also on those that come later. */
export function onClick(
  selector: string,
  handle: (control: HTMLElement, event: Event) => unknown,
): void {
  addEventListener('click', (event) => {
    const control = (event.target as Element).closest<HTMLElement>(selector);
    if (control) handle(control, event);
  });
}
