import { createRoot } from 'react-dom/client';
import type { OwnUser } from '#contracts/user.ts';
import { EditProfile } from './EditProfile.tsx';

export function mount(place: HTMLElement, user: OwnUser): void {
  createRoot(place).render(<EditProfile user={user} />);
}
