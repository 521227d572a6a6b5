import { useRef } from 'react';
import { Field } from '../ui/Field.tsx';
import { Preview } from '../ui/preview/Preview.tsx';
import type { ShownBlock } from '../ui/preview/preview-blocks.ts';
import { usePreview } from '../ui/preview/use-preview.ts';
import type { ChangeForm, ProductForm } from './form.ts';

interface Props {
  form: ProductForm;
  change: ChangeForm;
  error: string | undefined;
}

const nothing = () => undefined;

/** Text of a product, with a preview rendered as after a save. */
export function ContentField({ form, change, error }: Props) {
  const preview = usePreview(form.content);
  const pane = useRef<HTMLElement>(null);
  const blocks = useRef<ShownBlock[]>([]);
  return (
    <>
      <Field
        name="content"
        label="Content"
        lines={14}
        className="product-form__content"
        value={form.content}
        error={error}
        onChange={(content) => change({ content })}
      />
      <div className="product-form__preview">
        <Preview preview={preview} language="en" paneRef={pane} blocks={blocks} onShown={nothing} />
      </div>
    </>
  );
}
