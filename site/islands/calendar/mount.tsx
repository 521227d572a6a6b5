import { createRoot } from 'react-dom/client';
import { CalendarPage } from './CalendarPage.tsx';

export function mount(place: HTMLElement): void {
  createRoot(place).render(<CalendarPage />);
}
