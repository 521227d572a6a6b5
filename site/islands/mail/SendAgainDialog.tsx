import { AskDialog } from '../AskDialog.tsx';
import type { Mail } from './mail-calls.ts';

interface Props {
  mail: Mail;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before a mail is sent again that may have arrived already. */
export function SendAgainDialog({ mail, ...answers }: Props) {
  return (
    <AskDialog
      title={`Send “${mail.subject}” again?`}
      confirm="Send it again"
      decline="Leave it"
      {...answers}
    >
      Nobody knows whether {mail.to} has it. Sent again, it may arrive twice. The log of your mail
      server may tell.
    </AskDialog>
  );
}
