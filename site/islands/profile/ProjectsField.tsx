import { useLayoutEffect, useRef } from 'react';
import { Field } from '../ui/Field.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import type { ProjectDraft } from './use-profile.ts';

interface Props {
  projects: ProjectDraft[];
  onChange(projects: ProjectDraft[]): void;
  /** Errors by field, such as `projects.2.link`. */
  errors: Record<string, string | undefined>;
}

/** Projects, in the order in which they are shown; each can be moved, also by keyboard. */
export function ProjectsField({ projects, onChange, errors }: Props) {
  const list = useRef<HTMLOListElement>(null);
  /** Control that gets the focus after the rows were rendered. */
  const focus = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!focus.current) return;
    list.current?.parentElement?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = null;
  });

  const edit = (key: string, part: Partial<ProjectDraft>) =>
    onChange(projects.map((project) => (project.key === key ? { ...project, ...part } : project)));

  function move(index: number, by: -1 | 1) {
    const [movedProject] = projects.slice(index, index + 1);
    if (!movedProject) return;
    const rest = projects.filter((project) => project !== movedProject);
    const place = index + by;
    onChange([...rest.slice(0, place), movedProject, ...rest.slice(place)]);
    // At an end of the list the pressed button is disabled.
    const atEnd = place === 0 || place === projects.length - 1;
    const direction = by < 0 === atEnd ? 'down' : 'up';
    focus.current = `[data-project="${movedProject.key}"] [data-move="${direction}"]`;
  }

  function remove(index: number) {
    onChange(projects.filter((_project, place) => place !== index));
    const next = projects[index + 1] ?? projects[index - 1];
    focus.current = next ? `[data-project="${next.key}"] input` : '[data-add-project]';
  }

  function add() {
    const key = `new-${Date.now()}-${projects.length}`;
    onChange([...projects, { key, title: '', link: '', role: '', year: '' }]);
    focus.current = `[data-project="${key}"] input`;
  }

  return (
    <div>
      <ol className="project-rows" ref={list}>
        {projects.map((project, index) => {
          const { key } = project;
          const called = project.title || `project ${index + 1}`;
          const field = (part: Exclude<keyof ProjectDraft, 'key'>) => ({
            name: `projects.${index}.${part}`,
            value: project[part],
            error: errors[`projects.${index}.${part}`],
            onChange: (value: string) => edit(key, { [part]: value }),
          });
          return (
            <li key={key} data-project={key}>
              <fieldset className="project-row">
                <legend className="visually-hidden">Project {index + 1}</legend>
                <Field label="Title" maxLength={120} {...field('title')} />
                <Field label="Link" maxLength={300} placeholder="example.org" {...field('link')} />
                <Field label="Role" maxLength={100} {...field('role')} />
                <Field
                  label="Year"
                  maxLength={4}
                  {...field('year')}
                  onChange={(value) => edit(key, { year: value.replace(/\D/g, '') })}
                />
                <p className="project-row__actions">
                  <SmallButton
                    label="Move up"
                    of={called}
                    data-move="up"
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  />
                  <SmallButton
                    label="Move down"
                    of={called}
                    data-move="down"
                    disabled={index === projects.length - 1}
                    onClick={() => move(index, 1)}
                  />
                  <SmallButton
                    variant="danger"
                    label="Remove"
                    of={called}
                    onClick={() => remove(index)}
                  />
                </p>
              </fieldset>
            </li>
          );
        })}
      </ol>
      <p>
        <button type="button" className="button" data-add-project onClick={add}>
          Add a project
        </button>
      </p>
    </div>
  );
}
