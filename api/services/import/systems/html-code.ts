import type { Element, ElementContent } from 'hast';
import { element, isElement, text } from '../../../markdown/tree.ts';

/** Names that say nothing about the language. */
const noLanguage = new Set(['', 'plaintext', 'plain', 'text', 'txt', 'none', 'auto', 'undefined']);

/** A block of code with nothing but its characters, and its language where it says one. */
export function tidyCode(block: Element): ElementContent[] {
  const code = block.children.find((child) => isElement(child, 'code'));
  const language = languageOf(block) ?? (code && isElement(code) ? languageOf(code) : null);
  const className = language ? [`language-${language}`] : [];
  const value = charactersOf(block).replace(/^\n+/, '').trimEnd();
  return [element('pre', {}, [element('code', { className }, [text(value)])])];
}

function languageOf({ properties }: Element): string | null {
  const classes = Array.isArray(properties.className) ? properties.className.map(String) : [];
  const named = classes.map((name) => /^lang(?:uage)?-(.+)$/.exec(name)?.[1]).find(Boolean);
  const language = String(properties.dataCodeBlockLang ?? properties.dataLanguage ?? named ?? '');
  return /^[\w+#.-]{1,40}$/.test(language) && !noLanguage.has(language.toLowerCase())
    ? language.toLowerCase()
    : null;
}

function charactersOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  return node.tagName === 'br' ? '\n' : node.children.map(charactersOf).join('');
}
