import type { ComponentProps } from 'react';
import { BusyButton } from './BusyButton.tsx';

interface Props extends ComponentProps<typeof BusyButton> {
  variant?: 'main' | 'danger' | 'quiet' | false | undefined;
  /** Text. Markup can be passed as children instead. */
  label?: string;
  /** Rest of the name for screen readers, such as the title of the row. */
  of?: string | undefined;
}

/** A small button of a row, banner or toolbar. */
export function SmallButton({ variant, label, of, children = label, ...rest }: Props) {
  return (
    <BusyButton className={`button button--small${variant ? ` button--${variant}` : ''}`} {...rest}>
      {children}
      {of !== undefined && <span className="visually-hidden"> {of}</span>}
    </BusyButton>
  );
}
