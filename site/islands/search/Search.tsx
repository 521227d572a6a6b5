import { useState } from 'react';
import { loadStyles } from '../../client/load-styles.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import { SearchDialog } from './SearchDialog.tsx';
import searchStyles from './search.css?url';

/** A button that opens the search of the site. Without a label it is an icon. */
export function Search({ label }: { label?: string }) {
  const [isOpen, setIsOpen] = useState(false);

  async function open() {
    await loadStyles(searchStyles);
    setIsOpen(true);
  }

  return (
    <>
      {label ? (
        <BusyButton className="button" aria-haspopup="dialog" onPress={open}>
          {label}
        </BusyButton>
      ) : (
        <BusyButton
          className="icon-button"
          data-search=""
          aria-haspopup="dialog"
          aria-keyshortcuts="/ Control+K Meta+K"
          aria-label="Search"
          title="Search ( / )"
          onPress={open}
        >
          <Icon name="search" />
        </BusyButton>
      )}
      {isOpen && <SearchDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
