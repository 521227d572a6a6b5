import type { Autosave } from './use-autosave.ts';

interface Known {
  /** True if the article is stored. */
  stored: boolean;
  dirty: boolean;
  /** The server does not accept a draft without a title. */
  titled: boolean;
  saving: boolean;
  autosave: Autosave;
}

/** Returns the state of saving, in a few words for the bar. */
export function saveState({ stored, dirty, titled, saving, autosave }: Known): string {
  if (saving) return 'Saving';
  const time =
    autosave.state === 'stored'
      ? autosave.at.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })
      : '';
  if (!dirty) {
    if (!stored) return '';
    return autosave.state === 'stored' && autosave.as === 'draft'
      ? `Saved as draft at ${time}`
      : 'Saved';
  }
  if (!stored && !titled) return 'Saved in this browser only until you add a title';
  switch (autosave.state) {
    case 'offline':
      return 'Offline: kept in this browser';
    case 'signed-out':
      return 'Signed out: kept in this browser';
    case 'waiting':
    case 'refused':
    case 'conflict':
      return 'Unsaved changes, kept in this browser';
    case 'stored':
      return autosave.as === 'copy' ? `Unsaved changes, kept at ${time}` : 'Unsaved changes';
    case 'idle':
      return 'Unsaved changes';
  }
}
