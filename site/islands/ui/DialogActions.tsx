import type { ComponentProps } from 'react';
import { iconShapes, LineIcon } from './Icon.tsx';

interface Props {
  /** Labels of the two buttons. */
  submit: string;
  cancel?: string;
  variant?: 'main' | 'danger';
  /** Props of the submit button, such as those of `useForm`. */
  button: ComponentProps<'button'>;
  onCancel(): void;
}

/** The buttons of a dialog: one cancels it, the other submits its form or confirms the action. */
export const DialogActions = ({ variant = 'main', cancel = 'Cancel', ...props }: Props) => (
  <p className="dialog__actions">
    <button type="button" className="button" onClick={props.onCancel}>
      {cancel}
    </button>
    <button className={`button button--${variant}`} {...props.button}>
      {props.submit}
    </button>
  </p>
);

/** Closes its dialog, like Escape. */
export function CloseButton({ onClose }: { onClose(): void }) {
  return (
    <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
      <LineIcon path={iconShapes.close} />
    </button>
  );
}
