import type { ReactNode } from 'react';
import { CloseButton } from '../ui/DialogActions.tsx';
import { useDialog } from '../ui/use-dialog.ts';

interface Props {
  title: string;
  children: ReactNode;
  onClose(): void;
}

/** A panel that slides in from the side; Escape closes it. */
export function Drawer({ title, children, onClose }: Props) {
  const { dialog, titleId, close } = useDialog(onClose);
  return (
    <dialog
      {...dialog}
      className="drawer"
      // A click outside also closes it, in browsers that support this.
      {...{ closedby: 'any' }}
    >
      <div className="drawer__bar">
        <h2 id={titleId}>{title}</h2>
        <CloseButton onClose={close} />
      </div>
      {children}
    </dialog>
  );
}
