import { createRoot } from 'react-dom/client';
import { MailPage } from './MailPage.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<MailPage />);
}
