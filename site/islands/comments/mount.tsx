import { createRoot } from 'react-dom/client';
import { CommentsPage } from './CommentsPage.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<CommentsPage />);
}
