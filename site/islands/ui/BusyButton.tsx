import { type ComponentProps, useState } from 'react';

interface Props extends ComponentProps<'button'> {
  /** Replaces `onClick` for a request. It runs once at a time, until the returned promise settles. */
  onPress?(): unknown;
}

/** A button that is busy until its `onPress` is done. With `onClick` instead, it is a plain button. */
export function BusyButton({ onPress, ...rest }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  async function press() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await onPress?.();
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <button type="button" aria-busy={isBusy || undefined} onClick={onPress && press} {...rest} />
  );
}
