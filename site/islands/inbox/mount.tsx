import { createRoot } from 'react-dom/client';
import { Inbox } from './Inbox.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<Inbox />);
}
