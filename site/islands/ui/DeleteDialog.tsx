import type { ReactNode } from 'react';
import { AskDialog } from './AskDialog.tsx';

interface Props {
  title: string;
  /** What deleting means, in a sentence or two. */
  children: ReactNode;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something is deleted. */
export function DeleteDialog(props: Props) {
  return <AskDialog confirm="Delete" look="danger" {...props} />;
}
