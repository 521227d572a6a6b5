/** Closes open menus on Escape and on a click or focus outside, and the navigation sheet of small screens. */

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]');

function closeOthers({ target }: Event): void {
  for (const menu of openMenus()) {
    if (!menu.contains(target as Node)) menu.open = false;
  }
}

document.addEventListener('click', closeOthers);
document.addEventListener('focusin', closeOthers);
document.addEventListener('keydown', closeOnEscape);

const sheet = document.getElementById('site-nav');
sheet?.addEventListener('focusout', ({ relatedTarget }) => {
  // The sheet covers the page, so an element outside of it must not have the focus.
  if (relatedTarget && !sheet.contains(relatedTarget as Node)) sheet.hidePopover();
});

/** Closes the open menus if the event is a press of Escape. */
export function closeOnEscape({ key }: { key?: string }): void {
  if (key !== 'Escape') return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }
}
