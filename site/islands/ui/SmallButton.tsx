import type { ComponentProps } from 'react';
import { BusyButton } from './BusyButton.tsx';

interface Props extends ComponentProps<'button'> {
  variant?: 'main' | 'danger' | 'quiet' | false | undefined;
  /** Text. Markup can be passed as children instead. */
  label?: string;
  /** Rest of the name for screen readers, such as the title of the row. */
  of?: string | undefined;
  /** Replaces `onClick` for a request: the button is busy until the promise settles. */
  onPress?(): Promise<unknown>;
}

/** A small button of a row, banner or toolbar. */
export function SmallButton({ variant, label, of, onPress, children = label, ...rest }: Props) {
  const props = {
    className: `button button--small${variant ? ` button--${variant}` : ''}`,
    children: (
      <>
        {children}
        {of !== undefined && <span className="visually-hidden"> {of}</span>}
      </>
    ),
    ...rest,
  };
  return onPress ? (
    <BusyButton onPress={onPress} {...props} />
  ) : (
    <button type="button" {...props} />
  );
}
