import type { LibraryFile } from '#contracts/library.ts';
import { counted } from '../counted.ts';
import { longDate } from '../format.ts';
import { element } from '../search/elements.ts';
import { fileSize } from '../shop/file-size.ts';
import { downloadButton } from './download.ts';

type Version = LibraryFile['versions'][number];

/** A file: its newest version with what is new in it, and the older ones below. */
export function fileOf({ versions }: LibraryFile): HTMLElement {
  const [newest, ...older] = versions;
  if (!newest) return element('li', {});
  return element(
    'li',
    { class: 'library__file' },
    ...versionWords(newest, true),
    element('p', { class: 'library__sum' }, 'SHA-256 ', element('code', {}, newest.sha256)),
    ...(older.length > 0 ? [olderOf(newest.name, older)] : []),
  );
}

function versionWords(version: Version, isNewest: boolean): HTMLElement[] {
  const { name, bytes, createdAt, changelog } = version;
  const facts = `Version ${version.version}, ${longDate(createdAt)}, ${fileSize(bytes)}`;
  return [
    element(
      'div',
      { class: 'library__version' },
      element(
        'p',
        { class: 'library__name' },
        element('strong', {}, name),
        element('span', { class: 'label' }, facts),
      ),
      downloadButton(version, isNewest),
    ),
    ...(changelog === '' ? [] : [element('p', { class: 'library__news', dir: 'auto' }, changelog)]),
  ];
}

function olderOf(name: string, older: Version[]): HTMLElement {
  const items = older.map((version) => element('li', {}, ...versionWords(version, false)));
  const list = element('ol', { 'aria-label': `Older versions of ${name}` }, ...items);
  const words = counted(older.length, 'older version');
  const summary = element('summary', {}, words, element('span', { class: 'quiet' }, ` of ${name}`));
  return element('details', { class: 'library__older' }, summary, list);
}
