import { createRoot } from 'react-dom/client';
import { AllPosts } from './AllPosts.tsx';

export function mount(place: HTMLElement, author: string): void {
  createRoot(place).render(<AllPosts author={author} />);
}
