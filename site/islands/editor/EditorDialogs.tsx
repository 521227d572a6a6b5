import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CloseButton } from '../ui/Dialogs.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useFetch } from '../ui/use-fetch.ts';

interface PageDialogProps {
  /**
   * Creates the page; stable while the dialog is open.
   * @returns its URL
   */
  make(): Promise<string>;
  onClose(): void;
}

const devices = [
  { value: 'phone', name: 'Phone' },
  { value: 'desktop', name: 'Desktop' },
] as const;
/** Viewport width of the page, in pixels. */
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/** Preview of the article's page as visitors would see it, in the width of a phone or a desktop. */
export function PageDialog({ make, onClose }: PageDialogProps) {
  const { dialog, titleId, close } = useDialog(onClose);
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [device, setDevice] = useState<'phone' | 'desktop'>('phone');
  const { loaded, reload } = useFetch(make);
  const path = loaded.value;

  useEffect(() => {
    const place = stage.current;
    if (!place) return;
    const fit = () => {
      const scale = Math.min(1, place.clientWidth / sizes[device].width);
      place.style.setProperty('--scale', String(scale));
      place.style.setProperty('--frame-height', `${place.clientHeight / scale}px`);
    };
    const observer = new ResizeObserver(fit);
    observer.observe(place);
    fit();
    return () => observer.disconnect();
  }, [device]);

  /** Sets the theme and stops navigation: the page in the sandbox runs no scripts of its own. */
  function preparePage(): void {
    const page = frame.current?.contentDocument;
    if (!page) return;
    const { theme } = document.documentElement.dataset;
    if (theme) page.documentElement.dataset.theme = theme;
    page.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a');
      // Links within the article work; external ones would navigate to a page that refuses to be framed.
      if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault();
    });
    page.addEventListener('submit', (event) => event.preventDefault());
    page.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') close();
    });
  }

  return (
    <dialog {...dialog} className="dialog page-dialog">
      <div className="page-dialog__bar">
        <h2 id={titleId}>Preview</h2>
        <SegmentedControl
          name="device"
          options={devices}
          chosen={device}
          onChoose={(value) => setDevice(value)}
        />
        <CloseButton onClose={close} />
      </div>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      <div className={`page-dialog__stage page-dialog__stage--${device}`} ref={stage}>
        {path === null ? (
          loaded.state === 'loading' && (
            <p className="label" role="status">
              Rendering the page
            </p>
          )
        ) : (
          <iframe
            ref={frame}
            title="The article's page"
            src={path}
            // The sandbox runs no scripts: no page view is counted and nothing is stored.
            sandbox="allow-same-origin"
            onLoad={preparePage}
          />
        )}
      </div>
    </dialog>
  );
}

interface DrawerProps {
  title: string;
  children: ReactNode;
  onClose(): void;
}

/** A panel that slides in from the side; Escape closes it. */
export function Drawer({ title, children, onClose }: DrawerProps) {
  const { dialog, titleId, close } = useDialog(onClose);
  return (
    <dialog
      {...dialog}
      className="drawer"
      // A click outside also closes it, in browsers that support this.
      {...{ closedby: 'any' }}
    >
      <div className="drawer__bar">
        <h2 id={titleId}>{title}</h2>
        <CloseButton onClose={close} />
      </div>
      {children}
    </dialog>
  );
}
