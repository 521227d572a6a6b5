import { useState } from 'react';
import type { OwnUser } from '#contracts/user.ts';
import { Field } from '../ui/Field.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { Section } from '../ui/Section.tsx';
import { useForm } from '../ui/use-form.ts';
import { removeDraft, type TextField } from './form.ts';
import { ListField } from './ListField.tsx';
import { PictureField } from './PictureField.tsx';
import { PrivacyField } from './PrivacyField.tsx';
import { ProjectsField } from './ProjectsField.tsx';
import { useProfile } from './use-profile.ts';

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
        <div className="notice edit-profile__restored">
          <p>Your unsaved changes have been restored.</p>
          <button type="button" className="button button--small" onClick={onDiscard}>
            Discard changes
          </button>
        </div>
      )}
      <form className="own-account edit-profile" {...form} noValidate>
        <Section title="You" lead="Your name and profile picture appear next to your comments.">
          <PictureField
            name={values.name}
            saved={user.avatar}
            picture={values.picture}
            error={errors.fields.avatar}
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
