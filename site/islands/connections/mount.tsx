import { createRoot } from 'react-dom/client';
import { ConnectionsPage } from './ConnectionsPage.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<ConnectionsPage />);
}
