import { startUserPanel } from './user-panel.ts';
import { startWordsPanel } from './words-panel.ts';

type Room = 'users' | 'words';

const titles: Record<Room | 'choice', string> = {
  choice: 'Two rooms behind',
  users: 'GitHub users',
  words: 'Celebrity quotes',
};

/** Makes the modal with its two panels work, and opens it. */
export function openRooms(dialog: HTMLDialogElement): void {
  if (!dialog.dataset.started) start(dialog);
  dialog.showModal();
}

function start(dialog: HTMLDialogElement): void {
  dialog.dataset.started = '';
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
  const [title, choice, back] = [find('[data-title]'), find('[data-choice]'), find('[data-back]')];
  const panels: Record<Room, HTMLElement | null> = {
    users: find('[data-panel="users"]'),
    words: find('[data-panel="words"]'),
  };
  const enterUsers = panels.users ? startUserPanel(panels.users) : () => undefined;
  const enterWords = panels.words ? startWordsPanel(panels.words) : () => undefined;

  function show(room: Room | null): void {
    if (choice) choice.hidden = room !== null;
    if (back) back.hidden = room === null;
    if (title) title.textContent = titles[room ?? 'choice'];
    for (const [name, panel] of Object.entries(panels)) {
      if (panel) panel.hidden = name !== room;
    }
    if (room === 'users') enterUsers();
    else title?.focus();
    if (room === 'words') enterWords();
  }
  for (const button of dialog.querySelectorAll<HTMLElement>('[data-open]')) {
    button.addEventListener('click', () => show(button.dataset.open as Room));
  }
  back?.addEventListener('click', () => show(null));
  find('[data-close]')?.addEventListener('click', () => dialog.close());
  // Whoever comes again chooses again.
  dialog.addEventListener('close', () => show(null));
  // A press beside it closes it.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
}
