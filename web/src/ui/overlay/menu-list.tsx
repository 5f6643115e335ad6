import {
  MenuCheckboxItem,
  MenuContent,
  MenuItem,
  MenuItemIndicator,
  MenuItemText,
  MenuPositioner,
  MenuRoot,
  MenuSeparator,
} from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import { Fragment } from 'react';
import type { DialogState } from '../eager/lazy-dialog.tsx';
import { keyOf, type MenuEntry, type MenuGroups } from './menu-keys.ts';

interface Props extends DialogState {
  trigger: string;
  groups: MenuGroups;
  marked: string | null;
  onMark: (key: string | null) => void;
}

const landmark = () => ({ current: document.querySelector('main') });

const ITEM_STYLE = { px: '2.5', py: '1.5', gap: '2', textStyle: 'sm', _highlighted: { bg: 'bg.muted' } } as const;

const MenuRow = ({ icon: Icon, danger, checked, onSelect, ...entry }: MenuEntry) =>
  checked === undefined ? (
    <MenuItem value={keyOf(entry)} {...ITEM_STYLE} color={danger ? 'fg.error' : undefined} onSelect={onSelect}>
      {Icon && <Icon size={16} aria-hidden />}
      <MenuItemText>{entry.label}</MenuItemText>
    </MenuItem>
  ) : (
    <MenuCheckboxItem
      value={keyOf(entry)}
      {...ITEM_STYLE}
      ps="8"
      closeOnSelect={false}
      checked={checked}
      onCheckedChange={() => onSelect()}
    >
      <MenuItemIndicator />
      <MenuItemText>{entry.label}</MenuItemText>
    </MenuCheckboxItem>
  );

export default function MenuList({ trigger, groups, marked, onMark, onClose }: Props) {
  // Restores the focus first, so that a dialog opened by the entry returns it to the button.
  const goBack = () => document.getElementById(trigger)?.focus();
  return (
    <MenuRoot
      recipe={menuSlotRecipe}
      ids={{ trigger }}
      defaultOpen
      highlightedValue={marked}
      onHighlightChange={({ highlightedValue }) => onMark(highlightedValue)}
      onOpenChange={({ open }) => !open && onClose()}
      positioning={{ placement: 'bottom-end', gutter: 4 }}
    >
      <Portal container={landmark()}>
        <MenuPositioner>
          <MenuContent minW="11rem" p="1" borderWidth="1px" outline="none">
            {groups.map((group, i) => (
              <Fragment key={group.map(({ label }) => label).join()}>
                {i > 0 && <MenuSeparator />}
                {group.map(({ onSelect, ...entry }) => (
                  <MenuRow
                    key={entry.label}
                    {...entry}
                    onSelect={() => {
                      if (entry.checked === undefined) goBack();
                      onSelect();
                    }}
                  />
                ))}
              </Fragment>
            ))}
          </MenuContent>
        </MenuPositioner>
      </Portal>
    </MenuRoot>
  );
}
