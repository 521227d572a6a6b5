/** Milliseconds until the facts open below the word that was pressed. */
const DELAY_MS = 500;

/** 'More' opens what is known of a game, 'Hide' closes it. */
export function startAbout(button: HTMLElement, facts: HTMLElement): void {
  let timer: number | undefined;
  button.addEventListener('click', () => {
    const open = button.getAttribute('aria-expanded') !== 'true';
    button.setAttribute('aria-expanded', String(open));
    button.textContent = open ? 'Hide' : 'More';
    clearTimeout(timer);
    facts.dataset.open = open ? 'soon' : 'no';
    timer = window.setTimeout(
      () => {
        facts.dataset.open = open ? 'yes' : 'no';
      },
      open ? DELAY_MS : 0,
    );
  });
}
