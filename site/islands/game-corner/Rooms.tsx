import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { LineIcon } from '../ui/LineIcon.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { UserPanel } from './UserPanel.tsx';
import { WordsPanel } from './WordsPanel.tsx';

type Room = 'users' | 'words';

const titles = { users: 'GitHub users', words: 'Celebrity quotes' } as const;

interface Props {
  /** Image and label of the button that opens the dialog. */
  children?: ReactNode;
  /** Images of the two panels. */
  users?: ReactNode;
  words?: ReactNode;
}

/** A button that opens a dialog with two panels: users of the code host, and quotes and jokes. */
export function Rooms({ children, users, words }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        className="doors__link"
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {children}
      </button>
      {isOpen && <RoomsDialog users={users} words={words} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RoomsDialog({ users, words, onClose }: Omit<Props, 'children'> & { onClose(): void }) {
  const { dialog, close } = useDialog(onClose);
  const [room, setRoom] = useState<Room | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The panel of users focuses its field.
    if (room !== 'users') title.current?.focus();
  }, [room]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog by keyboard
    <dialog
      className="rooms"
      ref={dialog}
      aria-labelledby="rooms-title"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <header className="rooms__head">
        {room && (
          <button
            className="icon-button"
            type="button"
            aria-label="Back"
            onClick={() => setRoom(null)}
          >
            <LineIcon path="M19 12H5M11 6l-6 6 6 6" />
          </button>
        )}
        <h2 id="rooms-title" tabIndex={-1} ref={title}>
          {room ? titles[room] : 'GitHub users and celebrity quotes'}
        </h2>
        <button className="icon-button" type="button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {!room && (
        <div className="rooms__choice">
          <button type="button" onClick={() => setRoom('users')}>
            {users}
            <b>GitHub users</b>
            <span>Look up a GitHub user</span>
          </button>
          <button type="button" onClick={() => setRoom('words')}>
            {words}
            <b>Celebrity quotes</b>
            <span>And a joke</span>
          </button>
        </div>
      )}
      {room === 'users' && <UserPanel />}
      {room === 'words' && <WordsPanel />}
    </dialog>
  );
}
