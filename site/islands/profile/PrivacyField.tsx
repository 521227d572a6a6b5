import { useId } from 'react';
import type { Audience, Privacy } from '#contracts/user.ts';

const parts: { part: keyof Privacy; label: string; hint: string }[] = [
  {
    part: 'profile',
    label: 'Your profile',
    hint: 'Title, about, location, skills, work, education, links and projects.',
  },
  { part: 'contact', label: 'Email and phone', hint: 'How people can contact you.' },
  { part: 'articles', label: 'Articles in your timeline', hint: 'Your published articles.' },
  {
    part: 'comments',
    label: 'Comments in your timeline',
    hint: 'Your comments are public below their articles; this controls the list of all of them.',
  },
  {
    part: 'scores',
    label: 'Game scores',
    hint: 'Your leaderboard ranks and replays, also in your timeline.',
  },
];

const names: Record<Audience, string> = {
  public: 'Everyone',
  members: 'Members',
  me: 'Only me',
};

interface Props {
  privacy: Privacy;
  onChange(privacy: Privacy): void;
}

/** Audience of each part of the profile. */
export function PrivacyField({ privacy, onChange }: Props) {
  const id = useId();
  return (
    <div className="form">
      {parts.map(({ part, label, hint }) => (
        <div key={part} className="field">
          <label htmlFor={id + part}>{label}</label>
          <select
            id={id + part}
            name={`privacy.${part}`}
            value={privacy[part]}
            aria-describedby={`${id}${part}-hint`}
            onChange={({ currentTarget }) =>
              onChange({ ...privacy, [part]: currentTarget.value as Audience })
            }
          >
            {Object.entries(names).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <p className="field__hint" id={`${id}${part}-hint`}>
            {hint}
          </p>
        </div>
      ))}
    </div>
  );
}
