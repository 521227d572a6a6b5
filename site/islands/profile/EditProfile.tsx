import { type SubmitEvent, useEffect, useRef } from 'react';
import type { OwnUser } from '#contracts/user.ts';
import { Field } from '../ui/Field.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { Section } from '../ui/Section.tsx';
import type { TextField } from './form.ts';
import { ListField } from './ListField.tsx';
import { PictureField } from './PictureField.tsx';
import { PrivacyField } from './PrivacyField.tsx';
import { ProjectsField } from './ProjectsField.tsx';
import { useProfile } from './use-profile.ts';

/** /profile/edit. */
export function EditProfile() {
  return (
    <MembersOnly loading="Loading your profile">
      {(user) => <ProfileForm user={user} />}
    </MembersOnly>
  );
}

function ProfileForm({ user }: { user: OwnUser }) {
  const { form, change, errors, trouble, busy, changed, save, restored, discard, dialog } =
    useProfile(user);
  const place = useRef<HTMLFormElement>(null);
  // The first wrong field gets the focus, in the order of the page.
  useEffect(() => {
    if (Object.keys(errors).length > 0) {
      place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [errors]);

  const field = (name: TextField) => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: (value: string) => change({ [name]: value }),
  });

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    void save();
  }

  return (
    <>
      <div className="page-title own-account__title">
        <h1>Edit profile</h1>
      </div>
      {restored && changed && (
        <div className="notice edit-profile__restored">
          <p>Your unsaved changes have been restored.</p>
          <button type="button" className="button button--small" onClick={discard}>
            Discard changes
          </button>
        </div>
      )}
      <form className="own-account edit-profile" ref={place} noValidate onSubmit={onSubmit}>
        <Section title="You" lead="Your name and profile picture appear next to your comments.">
          <PictureField
            name={form.name}
            saved={user.avatar}
            picture={form.picture}
            error={errors.avatar}
            onChange={(picture) => change({ picture })}
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
            projects={form.projects}
            errors={errors}
            onChange={(projects) => change({ projects })}
          />
        </Section>
        <Section
          title="Privacy"
          lead="Your name and profile picture are always shown next to your comments and reviews. Admins can see everything."
        >
          <PrivacyField privacy={form.privacy} onChange={(privacy) => change({ privacy })} />
        </Section>
        <div className="edit-profile__save">
          <p className="form__error" role="alert">
            {trouble}
          </p>
          <a className="button" href="/profile">
            Cancel
          </a>
          <button
            type="submit"
            className="button button--main"
            aria-disabled={busy || undefined}
            aria-busy={busy || undefined}
          >
            Save profile
          </button>
        </div>
      </form>
      {dialog}
    </>
  );
}
