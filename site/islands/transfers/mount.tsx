import { createRoot } from 'react-dom/client';
import { TransfersPage } from './TransfersPage.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<TransfersPage />);
}
