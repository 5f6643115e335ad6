import type { RefusalKind } from './refusals.ts';

// What Windows, macOS, Linux or a phone starts or opens as a program on a double click, after the lists of attachments
// that the large mail services block; and what file recognition calls the same things.
const EXTENSIONS: Partial<Record<RefusalKind, string>> = {
  program: `exe dll com scr pif cpl sys drv ocx bat cmd ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psm1 msh msh1 msh2 vb vbe vbs vbp
    bas js jse mjs cjs ws wsc wsf wsh sct hta htc msc reg inf ins isp job gadget chm hlp xll wll xbap jnlp jar war ear class
    swf air xpi crx apk aab xapk ipa app action command workflow tool osx scpt scptd applescript run elf macho so dylib
    appimage sh bash zsh csh ksh fish py pyc pyo pyw pyz pyzw pl rb php php3 php4 php5 phtml phar lua tcl asp aspx jsp cgi
    wasm ade adp mda mde accda accde accdr`,
  shortcut:
    'lnk url website webloc desktop scf appref-ms library-ms search-ms settingcontent-ms theme themepack diagcab iqy oqy rqy dqy slk',
  disk: `iso img vhd vhdx vmdk wim dmg pkg mpkg msi msix msixbundle msp mst msu appx appxbundle appinstaller application
    deb rpm snap flatpak xar`,
  archive: '7z rar bz bz2 tbz tbz2 xz txz lzma tlz lz lz4 zst tzst cab arj ace lzh lha',
  page: 'html htm xhtml xht shtml shtm stm mht mhtml svg svgz webarchive xsl xslt',
  macros: 'docm dotm xlsm xltm xlam xla xlm pptm potm ppam ppa ppsm sldm',
};

const KINDS = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, list]) =>
    list.split(/\s+/).map((extension) => [extension, kind as RefusalKind] as const),
  ),
);

/** The kind of file that an extension without its dot stands for, where it is refused. */
export const kindOfExtension = (extension: string) => KINDS.get(extension);

/** The last extension of a name, in small letters and without its dot; blank where there is none. */
export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? '';

/** As long as a name may be where files are opened; what an archive names may be megabytes. */
const MAX_NAME = 255;

/**
 * The kind of file that a name stands for, where it is refused. It is read as systems do that open it: unseen characters,
 * wide letters, and dots and spaces at the end do not count, and what follows a colon may be dropped (NTFS streams).
 */
export function kindOfName(name: string): RefusalKind | undefined {
  const plain = name
    .slice(-MAX_NAME)
    .normalize('NFKC')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '');
  const parts = plain.split(':').map((part) => extensionOf(part.replace(/[.\s]+$/, '')));
  return parts.map(kindOfExtension).find((kind) => kind !== undefined);
}
