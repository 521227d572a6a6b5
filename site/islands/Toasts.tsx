import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $toasts, removeToast, type Toast } from '../stores/toasts.ts';

/** Milliseconds a notification takes to leave, as documented. */
const EXIT_MS = 400;

/** The notifications of a page, announced as they come. One per page. */
export function Toasts() {
  const toasts = useStore($toasts);
  return (
    <>
      <ToastRegion role="status" toasts={toasts.filter((toast) => toast.type === 'SUCCESS')} />
      <ToastRegion role="alert" toasts={toasts.filter((toast) => toast.type === 'error')} />
    </>
  );
}

// The regions are there before the first message: a screen reader only announces what changes.
function ToastRegion({ role, toasts }: { role: 'status' | 'alert'; toasts: Toast[] }) {
  return (
    <div className={`toasts toasts--${role}`} role={role}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    setTimeout(() => removeToast(toast.id), EXIT_MS);
  };
  return (
    <div className={`toast toast--${toast.type}${leaving ? ' toast--leaving' : ''}`}>
      <p>{toast.message}</p>
      <button type="button" className="icon-button" aria-label="Close notification" onClick={leave}>
        ×
      </button>
      {/* The bar is the clock: 0.5 % every 10 ms, held by CSS under the mouse and the focus. */}
      {toast.type === 'SUCCESS' && <span className="toast__bar" onAnimationEnd={leave} />}
    </div>
  );
}
