import { useStore } from '@nanostores/react';
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { addStyles } from '../../client/add-styles.ts';
import { $toasts, dismissToast, type ShownToast } from '../../stores/toasts.ts';
import { LineIcon } from '../ui/Icon.tsx';
import styles from './toasts.css?inline';

addStyles(styles);

/** Milliseconds that screen readers need to register the live regions before the first message. */
const REGISTER_MS = 50;

/** The toasts of the page, newest last. */
export function Toasts() {
  const toasts = useStore($toasts, { ssr: 'initial' });
  const newest = toasts.at(-1)?.id;
  const [dialog, setDialog] = useState<Element | null>(null);
  const isReady = useIsReady(dialog);
  const stack = useRef<HTMLElement>(null);
  /** The element that had the focus before the stack. */
  const previousFocus = useRef<HTMLElement>(null);

  // While a modal dialog is open, everything outside it is inert and is not announced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new toast looks for the dialog
  useLayoutEffect(() => {
    const open = [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;
    setDialog(open);
    open?.addEventListener('close', () => setDialog(null), { once: true });
  }, [newest]);

  useEffect(() => {
    const focusNewest = (event: globalThis.KeyboardEvent) => {
      const button = [...(stack.current?.querySelectorAll('button') ?? [])].at(-1);
      if (event.key !== 'F8' || !button) return;
      event.preventDefault();
      button.focus();
    };
    document.addEventListener('keydown', focusNewest);
    return () => document.removeEventListener('keydown', focusNewest);
  }, []);

  function rememberFocus({ relatedTarget }: FocusEvent) {
    if (!stack.current?.contains(relatedTarget))
      previousFocus.current = relatedTarget as HTMLElement | null;
  }

  function close(id: number) {
    const hadFocus = document.activeElement?.closest(`[data-toast="${id}"]`);
    dismissToast(id);
    if (!hadFocus || !stack.current) return;
    const others = stack.current.querySelectorAll<HTMLElement>('.toast:not([inert]) button');
    const next = [...others].filter((button) => !hadFocus.contains(button)).at(-1);
    (next ?? previousFocus.current)?.focus();
  }

  const listOf = (type: ShownToast['type']) =>
    toasts
      .filter((toast) => isReady && toast.type === type)
      .map((toast) => <Toast key={toast.id} toast={toast} onClose={() => close(toast.id)} />);
  // Errors interrupt, successes wait for a pause: two live regions in one stack.
  const regions = (
    <section
      className="toasts"
      aria-label="Notifications (F8)"
      lang="en"
      ref={stack}
      onFocus={rememberFocus}
    >
      <div role="alert">{listOf('error')}</div>
      <div role="status">{listOf('SUCCESS')}</div>
    </section>
  );
  return dialog ? createPortal(regions, dialog) : regions;
}

interface ToastProps {
  toast: ShownToast;
  onClose: () => void;
}

function Toast({ toast: { id, type, message, link, isLeaving }, onClose }: ToastProps) {
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  return (
    <div
      className={`toast toast--${type}${isLeaving ? ' toast--leaving' : ''}`}
      data-toast={id}
      inert={isLeaving}
    >
      <p>
        {message} {link && <a href={link.href}>{link.text}</a>}
      </p>
      <button
        className="icon-button"
        type="button"
        aria-label="Close notification"
        onClick={onClose}
        onKeyDown={closeOnEscape}
      >
        <LineIcon path="m6 6 12 12M18 6 6 18" />
      </button>
      {/* The animation of the bar is the timer: CSS pauses it on hover and focus. */}
      {type === 'SUCCESS' && !link && <span className="toast__bar" onAnimationEnd={onClose} />}
    </div>
  );
}

/** @returns true once screen readers have registered the live regions; those of the page are in the published page */
function useIsReady(dialog: Element | null): boolean {
  const [registered, setRegistered] = useState<Element | null>(null);
  useEffect(() => {
    if (!dialog) return;
    const timer = setTimeout(() => setRegistered(dialog), REGISTER_MS);
    return () => clearTimeout(timer);
  }, [dialog]);
  return dialog === null || registered === dialog;
}
