/** False for a press that opens another tab or window, or downloads: the browser follows the link itself. */
export const isPlainPress = (event: {
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}): boolean => !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
