import { useState } from 'react';
import { toEntries } from '#contracts/profile-lists.ts';
import type { Audience, OwnUser, Privacy } from '#contracts/user.ts';
import { Field, type Option, SelectField } from '../ui/Field.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { Section } from '../ui/Section.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { useForm } from '../ui/use-form.ts';
import { AvatarField } from './AvatarField.tsx';
import { ProjectsField } from './ProjectsField.tsx';
import { removeDraft, type TextField, useProfile } from './use-profile.ts';

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

const audiences: Option<Audience>[] = [
  { value: 'public', name: 'Everyone' },
  { value: 'members', name: 'Members' },
  { value: 'me', name: 'Only me' },
];

interface PrivacyFieldProps {
  privacy: Privacy;
  onChange(privacy: Privacy): void;
}

interface ListFieldProps {
  label: string;
  name: string;
  value: string;
  onChange(value: string): void;
  error?: string | undefined;
  hint: string;
  placeholder?: string;
}

/** /profile/edit. */
export function EditProfile() {
  const [round, setRound] = useState(0);
  const discard = () => {
    removeDraft();
    setRound(round + 1);
  };
  return (
    <MembersOnly loading="Loading your profile">
      {(user) => <ProfileForm key={round} user={user} onDiscard={discard} />}
    </MembersOnly>
  );
}

/** @param onDiscard renders the form again with the saved values */
function ProfileForm({ user, onDiscard }: { user: OwnUser; onDiscard(): void }) {
  const { values, change, isRestored, save, openProfile, dialog } = useProfile(user);
  const { form, button, errors } = useForm({ send: save, onDone: openProfile });
  const field = (name: TextField) => ({
    name,
    value: values[name],
    error: errors.fields[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <>
      <div className="page-title own-account__title">
        <h1>Edit profile</h1>
      </div>
      {isRestored && (
        <div className="banner edit-profile__restored">
          <p>Your unsaved changes have been restored.</p>
          <SmallButton label="Discard changes" onClick={onDiscard} />
        </div>
      )}
      <form className="own-account edit-profile" {...form} noValidate>
        <Section title="You" lead="Your name and profile picture appear next to your comments.">
          <AvatarField
            name={values.name}
            saved={user.avatar}
            avatar={values.avatar}
            error={errors.fields.avatar}
            onChange={(avatar) => change({ avatar })}
          />
          <Field label="Name" maxLength={80} {...field('name')} />
          <Field
            label="Title"
            maxLength={100}
            hint="Your role in a few words."
            {...field('title')}
          />
          <Field label="Location" maxLength={100} {...field('location')} />
          <Field
            label="About"
            lines={6}
            maxLength={2000}
            hint="Leave an empty line to start a new paragraph."
            {...field('bio')}
          />
        </Section>
        <Section title="Contact" lead="How people can contact you. Only visible to you by default.">
          <Field
            label="Email"
            maxLength={254}
            hint="Used to sign in. A new address takes effect when you open the link we send to it."
            {...field('email')}
          />
          <Field label="Phone" maxLength={40} {...field('phone')} />
        </Section>
        <Section title="Background" lead="Separate entries with commas.">
          <ListField label="Skills" hint="TypeScript, SQL, bread" {...field('skills')} />
          <ListField label="Work" hint="Where you work and have worked." {...field('work')} />
          <ListField label="Education" hint="Schools, courses, degrees." {...field('education')} />
          <ListField
            label="Websites"
            hint="URLs that start with https:// or http://."
            {...field('websites')}
          />
          <ListField
            label="Social media"
            hint="URLs or names such as @ada@example.social."
            {...field('socialMedia')}
          />
        </Section>
        <Section title="Projects" lead="Projects you made or contributed to, in your order.">
          <ProjectsField
            projects={values.projects}
            errors={errors.fields}
            onChange={(projects) => change({ projects })}
          />
        </Section>
        <Section
          title="Privacy"
          lead="Your name and profile picture are always shown next to your comments and reviews. Admins can see everything."
        >
          <PrivacyField privacy={values.privacy} onChange={(privacy) => change({ privacy })} />
        </Section>
        <div className="edit-profile__save">
          <p className="form__error" role="alert">
            {errors.form}
          </p>
          <a className="button" href="/profile">
            Cancel
          </a>
          <button className="button button--main" {...button}>
            Save profile
          </button>
        </div>
      </form>
      {dialog}
    </>
  );
}

/** A comma-separated list, with a removable tag for each entry below it. */
function ListField({ value, onChange, ...rest }: ListFieldProps) {
  const entries = toEntries(value);
  const without = (entry: string) => entries.filter((other) => other !== entry).join(', ');
  return (
    <div className="list-field">
      <Field {...rest} value={value} onChange={onChange} maxLength={5000} />
      {entries.length > 0 && (
        <ul className="tags" aria-label={`${rest.label}, ${entries.length} so far`}>
          {entries.map((entry) => (
            <li key={entry} className="tag">
              {entry}
              <button
                type="button"
                className="tag__remove"
                aria-label={`Remove ${entry}`}
                onClick={() => onChange(without(entry))}
              >
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path
                    d="m6 6 12 12M18 6 6 18"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="2"
                  />
                </svg>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Audience of each part of the profile. */
function PrivacyField({ privacy, onChange }: PrivacyFieldProps) {
  return (
    <div className="form">
      {parts.map(({ part, label, hint }) => (
        <SelectField
          key={part}
          label={label}
          name={`privacy.${part}`}
          hint={hint}
          value={privacy[part]}
          options={audiences}
          onChange={(audience) => onChange({ ...privacy, [part]: audience })}
        />
      ))}
    </div>
  );
}
