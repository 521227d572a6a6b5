import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  variant?: 'main' | 'danger' | 'quiet' | false | undefined;
  /** Text. Markup can be passed as children instead. */
  label?: string;
  /** Rest of the name for screen readers, such as the title of the row. */
  of?: string | undefined;
}

/** A small button of a row, banner or toolbar. */
export const SmallButton = ({ variant, label, of, children = label, ...rest }: Props) => (
  <button
    type="button"
    className={`button button--small${variant ? ` button--${variant}` : ''}`}
    {...rest}
  >
    {children}
    {of !== undefined && <span className="visually-hidden"> {of}</span>}
  </button>
);
