import { type SubmitEvent, useState } from 'react';
import { pluralize } from '../../format/pluralize.ts';
import { Field } from '../ui/Field.tsx';
import { PictureList } from '../ui/pictures/PictureList.tsx';
import type { PictureItem } from '../ui/pictures/picture-uploads.ts';
import type { Pictures } from './use-pictures.ts';

interface Props {
  pictures: Pictures;
  language: string;
  /** Moves the focus back to the text after the last question. */
  onEnd(): void;
}

/** Images that are being inserted, below the text: progress and alt text of each. */
export function PicturePanel({ pictures, language, onEnd }: Props) {
  const { items, uploads, describe } = pictures;
  if (items.length === 0) return null;
  const doneCount = items.filter(({ now }) => now.state === 'done').length;
  return (
    <section className="picture-panel" aria-label="Pictures">
      <p className="label" role="status">
        {pluralize(items.length, 'image')}, {doneCount} in the text
      </p>
      <PictureList
        uploads={uploads}
        items={items}
        done={(item) => (
          <AltForm
            item={item}
            language={language}
            onSay={(alt) => {
              describe(item, alt);
              if (items.length === 1) onEnd();
            }}
          />
        )}
      />
    </section>
  );
}

interface AltProps {
  item: PictureItem;
  language: string;
  onSay(alt: string): void;
}

function AltForm({ item: { name, now }, language, onSay }: AltProps) {
  const [alt, setAlt] = useState('');
  const url = now.state === 'done' ? now.uploaded.url : '';
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    onSay(alt.trim());
  }
  return (
    <form className="picture-panel__alt" onSubmit={submit}>
      <img src={url} alt="" width={88} height={66} />
      <Field
        name="alt"
        label={`Alt text of ${name}`}
        hint="Read aloud by screen readers. Leave empty for decorative images."
        maxLength={500}
        lang={language}
        value={alt}
        onChange={setAlt}
      />
      <button type="submit" className="button button--small button--main">
        {alt.trim() === '' ? 'Decorative' : 'Save alt text'}
        <span className="quiet"> of {name}</span>
      </button>
    </form>
  );
}
