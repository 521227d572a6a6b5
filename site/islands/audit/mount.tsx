import { createRoot } from 'react-dom/client';
import { AuditLog } from './AuditLog.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<AuditLog />);
}
