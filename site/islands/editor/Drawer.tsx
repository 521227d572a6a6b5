import type { ReactNode } from 'react';
import { CloseButton } from '../ui/CloseButton.tsx';
import { useDialog } from '../ui/use-dialog.ts';

interface Props {
  title: string;
  children: ReactNode;
  onClose(): void;
}

/** What comes from the side and goes with Escape. */
export function Drawer({ title, children, onClose }: Props) {
  const { dialog, close } = useDialog(onClose);
  return (
    <dialog
      ref={dialog}
      className="drawer"
      // A click beside it closes it, too, in browsers that know this.
      {...{ closedby: 'any' }}
      aria-labelledby="drawer-title"
      onClose={onClose}
    >
      <div className="drawer__bar">
        <h2 id="drawer-title">{title}</h2>
        <CloseButton onClose={close} />
      </div>
      {children}
    </dialog>
  );
}
