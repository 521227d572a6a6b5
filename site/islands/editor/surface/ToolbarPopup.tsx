import {
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { EditorIcon, type IconName } from '../EditorIcon.tsx';

interface Props {
  name: string;
  icon: IconName;
  /** Content of the popup: a list of commands, or a few fields. */
  kind: 'menu' | 'dialog';
  children(close: () => void): ReactNode;
}

const CHOICES = '[role="menuitem"], input, select, button';

/** Toolbar button that opens a popup below itself. Escape and a click outside close it. */
export function ToolbarPopup({ name, icon, kind, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const close = () => popup.current?.hidePopover();

  // Positioned after its content, which determines its size.
  useLayoutEffect(() => {
    if (!open || !button.current || !popup.current) return;
    const { left, bottom } = button.current.getBoundingClientRect();
    const room = document.body.getBoundingClientRect().right - popup.current.offsetWidth - 8;
    const { style } = popup.current;
    style.left = `${Math.max(8, Math.min(left, room))}px`;
    const below = innerHeight - popup.current.offsetHeight - 8;
    style.top = `${Math.max(8, Math.min(bottom + 4, below))}px`;
    popup.current.querySelector<HTMLElement>(CHOICES)?.focus();
  }, [open]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    // Keys in the popup do not apply to the toolbar.
    event.stopPropagation();
    if (event.key === 'Escape' && button.current) {
      event.preventDefault();
      close();
      button.current.focus();
    }
    if (kind !== 'menu' || event.defaultPrevented) return;
    if (event.key === 'Tab') close();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? -1 : step && (at + step) % items.length;
    if (next === undefined) return;
    event.preventDefault();
    items.at(next)?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="tool"
        aria-label={name}
        title={name}
        aria-haspopup={kind}
        aria-expanded={open}
        popoverTarget={id}
      >
        <EditorIcon name={icon} />
      </button>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a menu or a dialog */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: and as such has keys */}
      <div
        ref={popup}
        id={id}
        popover="auto"
        role={kind}
        aria-label={name}
        className={`tool-popup tool-popup--${kind}`}
        onKeyDown={onKeyDown}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && children(close)}
      </div>
    </>
  );
}
