import { fileURLToPath } from 'node:url';

/** Paths of font files for tests. Package names are complete, so that knip detects unused packages. */
const urls = {
  arimoRegular: import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  arimoBold: import.meta.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
  notoSansRegular: import.meta.resolve(
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  ),
  notoSansBold: import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  notoSerifRegular: import.meta.resolve(
    '@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf',
  ),
  notoSerifItalic: import.meta.resolve(
    '@expo-google-fonts/noto-serif/400Regular_Italic/NotoSerif_400Regular_Italic.ttf',
  ),
  notoSerifBold: import.meta.resolve('@expo-google-fonts/noto-serif/700Bold/NotoSerif_700Bold.ttf'),
  robotoRegular: import.meta.resolve('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf'),
  robotoBold: import.meta.resolve('@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf'),
  tinosRegular: import.meta.resolve('@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf'),
  tinosItalic: import.meta.resolve(
    '@expo-google-fonts/tinos/400Regular_Italic/Tinos_400Regular_Italic.ttf',
  ),
  tinosBold: import.meta.resolve('@expo-google-fonts/tinos/700Bold/Tinos_700Bold.ttf'),
  dejaVuSansRegular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  dejaVuSansBold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  dejaVuSansCondensedRegular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  dejaVuSansCondensedBold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
  dejaVuSansMonoRegular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
  dejaVuSansMonoBold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf'),
  dejaVuSerifRegular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf'),
  dejaVuSerifBold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf'),
  dejaVuSerifItalic: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSerif-Italic.ttf'),
};

export const fontFiles = Object.fromEntries(
  Object.entries(urls).map(([name, url]) => [name, fileURLToPath(url)]),
) as Record<keyof typeof urls, string>;
