/** Milliseconds from the press of the button to the game. */
const DELAY_MS = 1500;

/** The button that picks a game: covers pile up while it is being picked, then its page opens. */
export function startRandomGame(button: HTMLElement, dialog: HTMLDialogElement): void {
  const cards = [...dialog.querySelectorAll<HTMLElement>('[data-card]')];
  const name = dialog.querySelector('[data-picked]');
  let timer: number | undefined;

  button.addEventListener('click', () => {
    const picked = cards[Math.floor(Math.random() * cards.length)];
    if (!picked || dialog.open) return;
    for (const card of cards) card.classList.toggle('shuffle__card--picked', card === picked);
    // The last one of the pile lies on top.
    picked.parentElement?.append(picked);
    if (name) name.textContent = picked.dataset.name ?? '';
    dialog.showModal();
    timer = window.setTimeout(() => location.assign(picked.dataset.card ?? '/'), DELAY_MS);
  });
  dialog.addEventListener('close', () => clearTimeout(timer));
  // Who comes back finds the page as it was before.
  addEventListener('pagehide', () => dialog.close());
}
