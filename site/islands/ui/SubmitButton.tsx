import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  /** True while the form is being sent. */
  isBusy: boolean;
}

/** Submits a form. It keeps the focus during the request, so it is not disabled. */
export const SubmitButton = ({ isBusy, ...rest }: Props) => (
  <button
    type="submit"
    aria-disabled={isBusy || undefined}
    aria-busy={isBusy || undefined}
    {...rest}
  />
);
