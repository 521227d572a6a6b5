import { createRoot } from 'react-dom/client';
import { JobsPage } from './JobsPage.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<JobsPage />);
}
