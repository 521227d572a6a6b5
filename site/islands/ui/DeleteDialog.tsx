import type { ReactNode } from 'react';
import { AskDialog } from './AskDialog.tsx';

interface Props {
  title: string;
  /** Consequences of the deletion, in one or two sentences. */
  children: ReactNode;
  onConfirm(): void;
  onClose(): void;
}

/** Confirms a deletion. */
export function DeleteDialog(props: Props) {
  return <AskDialog confirm="Delete" variant="danger" {...props} />;
}
