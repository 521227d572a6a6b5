import { createRoot } from 'react-dom/client';
import { Reviews } from './Reviews.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<Reviews />);
}
