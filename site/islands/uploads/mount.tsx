import { createRoot } from 'react-dom/client';
import { Uploads } from './Uploads.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<Uploads />);
}
