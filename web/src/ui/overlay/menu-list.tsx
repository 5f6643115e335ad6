import {
  MenuCheckboxItem,
  MenuContent,
  MenuItem,
  MenuItemGroup,
  MenuItemGroupLabel,
  MenuItemIndicator,
  MenuItemText,
  MenuPositioner,
  MenuRoot,
  MenuSeparator,
} from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import { Fragment, type ReactNode } from 'react';
import { DOT } from '../../lib/text/format.ts';
import type { DialogState } from '../eager/lazy-dialog.tsx';
import { headed, keyOf, type MenuEntry, type MenuGroups, staysOpen } from './menu-keys.ts';

interface Props extends DialogState {
  trigger: string;
  groups: MenuGroups;
  marked: string | null;
  onMark: (key: string | null) => void;
}

const landmark = () => ({ current: document.querySelector('main') });

const ITEM_STYLE = { px: '2.5', py: '1.5', gap: '2', textStyle: 'sm', _highlighted: { bg: 'bg.muted' } } as const;

const MenuRow = ({ icon: Icon, danger, checked, hint, current, onSelect, ...entry }: MenuEntry) =>
  checked === undefined ? (
    <MenuItem
      value={keyOf(entry)}
      {...ITEM_STYLE}
      color={danger ? 'fg.error' : undefined}
      closeOnSelect={!entry.stays}
      aria-current={current || undefined}
      onSelect={onSelect}
    >
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
      <MenuItemText>
        <span>{entry.label}</span>
        {hint && (
          <chakra.span color="fg.muted" textStyle="xs">
            {DOT + hint}
          </chakra.span>
        )}
      </MenuItemText>
    </MenuCheckboxItem>
  );

const Group = ({ heading, children }: { heading: string | undefined; children: ReactNode }) =>
  heading === undefined ? (
    children
  ) : (
    <MenuItemGroup>
      <MenuItemGroupLabel px="2.5" py="1.5" textStyle="xs" fontWeight="medium" color="fg.muted">
        {heading}
      </MenuItemGroupLabel>
      {children}
    </MenuItemGroup>
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
          <MenuContent
            minW="11rem"
            maxW="min(20rem, 90vw)"
            overflowWrap="anywhere"
            p="1"
            borderWidth="1px"
            outline="none"
          >
            {groups.map(headed).map(({ heading, entries }, i) => (
              <Fragment key={[heading, ...entries.map(keyOf)].join()}>
                {i > 0 && <MenuSeparator />}
                <Group heading={heading}>
                  {entries.map(({ onSelect, ...entry }) => (
                    <MenuRow
                      key={keyOf(entry)}
                      {...entry}
                      onSelect={() => {
                        if (!staysOpen({ ...entry, onSelect })) goBack();
                        onSelect();
                      }}
                    />
                  ))}
                </Group>
              </Fragment>
            ))}
          </MenuContent>
        </MenuPositioner>
      </Portal>
    </MenuRoot>
  );
}
