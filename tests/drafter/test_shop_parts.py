"""Single parts in the words of shops: clamps, flanges by their pipes, pulleys by their sections, ends of shafts."""

import pytest

from partwright.cad.language import validator
from partwright.cad.language.flat import flat, spec_of
from partwright.drafter import engine
from partwright.drafter.structures.unmakeable import unmakeable
from partwright.drafter.verification.stated_facts import unkept
from partwright.drafter.verification.unread import unread


@pytest.mark.parametrize(
    ("text", "method", "figures"),
    [
        ("L-bracket 90 x 60 x 50 mm from 4 mm sheet, each leg with two 7 mm holes, corners rounded 8 mm", "l_bracket", {"corner_radius": 8, "hole_grid_10.count_x": 2, "hole_grid_11.count_y": 2}),
        ("Z-bracket of 3 mm steel, web 40 mm, flanges 25 mm, 60 mm wide, two 6.5 mm holes in each flange", "z_bracket", {"height": 40, "hole_grid_10.count_y": 2, "hole_grid_11.face": 1}),
        ("U-bracket 50 mm inside width, legs 70 mm high, 5 mm thick, 40 mm deep, a 12 mm pivot hole through both legs", "u_bracket", {"length": 60, "hole_10.face": 1, "hole_11.face": 2}),
        ("Blank flange, outside diameter 165 mm, 20 mm thick, four 18 mm holes on a 125 mm bolt circle", "flange", {"bore": 0}),
        ("Stepped shaft: 20 mm diameter for 40 mm, 25 mm diameter for 80 mm, with a 6 x 28 keyway on the 25 mm step", "shaft", {"keyway_1.z": 101}),
        ("Lid 200 x 150 x 3 mm with a cutout 60 x 40 mm", "plate", {"pocket_1.length": 60, "pocket_1.width": 40, "pocket_1.depth": 0}),
        ("Front panel 250 x 120 x 2 mm aluminium, window 60 x 30 mm 20 mm from the left edge and 30 mm from the top", "plate", {"pocket_1.x": -75, "pocket_1.y": 15}),
        ("Plate 200 x 100 x 10 mm, hole 20 mm, 30 mm from the left edge and 25 mm from the bottom edge", "plate", {"hole_1.x": -70, "hole_1.y": -25}),
        ("Base block 120 x 80 x 30, pocket 60 x 40 x 12 deep, 4x M6 tapped holes", "box", {"pocket_1.depth": 12, "hole_grid_1.diameter": 5}),
        ("Plate 100 x 60 x 8, 4 x Ø9 holes", "plate", {"hole_grid_1.diameter": 9}),
        ("Plate 100 x 60 x 8, 4x Ø9 THRU, 2x M6 - 6H", "plate", {"hole_grid_1.diameter": 9, "hole_grid_2.diameter": 5}),
        ("Ø20h6 x 120, keyway 6x6x30", "shaft", {"diameter_1": 20, "keyway_1.length": 30}),
        ("Flange OD 140 ID 60 t=14, 6x Ø11 on PCD 110, C45", "flange", {"thickness": 14, "bore": 60, "bolt_count": 6, "bolt_circle": 110}),
        ("Cover plate Ø120 x 8, 4x Ø6.6 PCD 100, center bore Ø40 H7", "disc", {"diameter": 120, "bore": 40, "hole_circle_1.count": 4}),
        ("Stepped shaft: Ø30x40, Ø40x80, Ø25x50; keyway 12x8x60 on Ø40; 1x45° chamfers", "shaft", {"keyway_1.z": 85, "chamfer_1.size": 1}),
        ("Spur gear m2 z30 b=20 bore Ø15 H7 keyway 5 mm", "gear", {"module": 2, "teeth": 30, "width": 20, "bore": 15, "keyway_width": 5}),
        ("Round bar Ø50 x 200, M16 x 40 deep both ends", "rod", {"hole_2.diameter": 14, "hole_2.depth": 40}),
        ("Square tube 50x50x3 L=800, 2x Ø13 holes 100 from ends", "square_tube", {"length": 800, "hole_grid_1.spacing_x": 600}),
        ("Dowel plate 100x50x15, 3x Ø10 reamed in a row, 30 pitch", "plate", {"hole_grid_1.count_x": 3, "hole_grid_1.spacing_x": 30}),
        ("Spacer tube 20x12x35, alu", "tube", {"inner_diameter": 12, "length": 35}),
        ("Angle 40x40x4, 250 long", "l_bracket", {"length": 40, "width": 250, "thickness": 4}),
        ("Tray 300 x 200 x 40 mm, 1.5 mm sheet steel", "enclosure", {"height": 40, "wall": 1.5}),
        ("Thumb screw M6 x 20, knurled head 16 mm", "shaft", {"diameter_1": 16, "diameter_2": 6, "length_2": 20}),
        ("U-bolt M8 for 60 mm pipe, 90 mm high", "bent_bar", {"diameter": 8, "x_3": 34, "z_2": 86}),
        ("J-hook from 8 mm round bar, 120 mm high, hook radius 25 mm, M8 thread", "bent_bar", {"diameter": 8, "z_1": 120, "x_3": 58}),
        ("Bell crank, arms 80 and 50 mm, pivot 12 mm, holes 8 mm, 6 mm thick", "bell_crank", {"arm_1": 80, "arm_2": 50, "bore": 12, "bore_2": 8, "thickness": 6}),
        ("Pipe saddle for 25 mm conduit, 20 mm wide, 2 mm steel, two 6 mm holes", "saddle", {"inner_diameter": 25, "thickness": 2, "hole_diameter": 6}),
        ("Half clamp for 40 mm tube, 30 mm wide", "saddle", {"inner_diameter": 40, "width": 30, "rise": 0}),
        ("Cable clamp for 12 mm cable, M5 hole", "clamp", {"inner_diameter": 12, "hole_diameter": 5.5}),
        ("Round bar 30 mm diameter, 120 mm long, slot 8 mm wide, 40 mm long, 10 mm deep", "rod", {"length": 120, "keyway_1.width": 8, "keyway_1.length": 40, "keyway_1.depth": 10}),
        ("Plate 100 x 60 x 8, slot 30 mm long and 8 mm wide, 3 mm deep", "plate", {"length": 100, "slot_1.length": 30, "slot_1.width": 8, "slot_1.depth": 3}),
        ("Plate 100 x 60 x 8, two slots 9 mm wide, 25 mm long", "plate", {"length": 100, "slot_grid_1.length": 25, "slot_grid_1.count_y": 2}),
        ("L-bracket 80 x 60 x 40 mm, 4 mm thick, two slots 7 x 15 in each leg", "l_bracket", {"slot_grid_10.count_x": 2, "slot_grid_11.face": 1}),
        ("angle 50 x 30 x 5, 300 long", "l_bracket", {"length": 50, "height": 30, "width": 300, "thickness": 5}),
        ("6x23x26 splined shaft, 150 mm long", "shaft", {"diameter_1": 26, "spline_1.count": 6, "spline_1.width": 6, "spline_1.depth": 1.5, "spline_1.length": 150}),
        ("Splined shaft DIN 5480 W30x2x14, 120 mm long", "shaft", {"diameter_1": 29.6, "spline_1.count": 14, "spline_1.depth": 2}),
        ("Shaft 30 mm diameter, 200 mm long, 6x23x26 spline 40 mm long at one end", "shaft", {"length_1": 160, "diameter_2": 26, "spline_1.z": 180}),
        ("Shaft Ø25 x 160, circlip groove DIN 471 10 mm from each end", "shaft", {"groove_1.width": 1.3, "groove_1.depth": 0.55, "groove_1.z": 10, "groove_2.z": 150}),
        ("Shaft 25 mm diameter, 160 mm long, with retaining ring groove 1.3 mm wide, 23.9 mm diameter, 10 mm from the end", "shaft", {"groove_1.depth": 0.55, "groove_1.z": 10}),
        ("Shaft 20 mm diameter, 120 mm long, O-ring groove 2.6 wide x 1.5 deep 15 mm from the end", "shaft", {"groove_1.depth": 1.5, "groove_1.z": 15}),
        ("Pin Ø16 x 80 with circlip grooves at both ends", "shaft", {"diameter_1": 16, "groove_2.width": 1.1}),
        ("Stepped shaft: 30 x 60, then 25 x 80, then 20 x 40, keyway 8x7x40 on the 25 mm step, circlip groove for DIN 471 - 20", "shaft", {"diameter_3": 20, "keyway_1.z": 115, "groove_1.depth": 0.5, "groove_1.width": 1.3}),
        ("Shaft 16 h6 diameter, 180 mm long, M10 thread 20 mm long at both ends", "shaft", {"diameter_1": 10, "length_2": 140, "diameter_3": 10}),
        ("Bevel gear module 2, 20 teeth, mating with 40 teeth, bore 12 mm", "bevel_gear", {"pitch_angle": 26.565, "bore": 12}),
        ("Worm wheel module 2, 40 teeth, face width 20 mm, bore 16 mm", "gear", {"teeth": 40, "width": 20}),
        ("V-belt pulley with 2 SPA grooves, 125 mm pitch diameter, bore 28 mm", "v_pulley", {"grooves": 2, "width": 35}),
        ("Torsion spring, 1.5 mm wire, 12 mm inner diameter, 5.5 coils, legs 30 mm", "torsion_spring", {"outer_diameter": 15, "turns": 5, "leg_angle": 0, "leg_length": 30}),
        ("Disc spring 40 x 20.4 x 2.25, free height 3.15 mm", "revolution", {"r_1": 20, "r_3": 10.2, "z_3": 3.15}),
        ("Eccentric disc, 60 mm diameter, 12 mm thick, bore 15 mm offset 8 mm", "disc", {"hole_1.diameter": 15, "hole_1.x": 8, "bore": 0}),
        ("Plate cam, base circle 40 mm, lift 12 mm, nose radius 6 mm, 10 mm thick, bore 14 mm", "cam", {"base_diameter": 40, "lift": 12, "nose_radius": 6, "bore": 14}),
        ("Clevis for a 10 mm pin, slot 10 mm wide, 40 mm long, M10 thread", "fork_head", {"slot_width": 10, "pin_diameter": 10, "length": 40, "hole_diameter": 8.5}),
        ("Rod end M12, ball bore 12 mm, female thread", "eye_bolt", {"inner_diameter": 12, "hole_diameter": 10.25, "length": 50}),
        ("Eye bolt M10 with 25 mm eye, shank 40 mm long", "eye_bolt", {"shank_diameter": 10, "inner_diameter": 25, "length": 62.5}),
        ("Knob 50 mm diameter, M8 through thread", "knob", {"bore": 6.75, "bore_depth": 0}),
        ("A single hinge leaf, 60 x 40 x 2 mm, with three 5 mm holes", "plate", {"length": 60, "width": 40, "thickness": 2, "hole_grid_1.diameter": 5}),
        ("T-handle, bar 100 mm long and 12 mm diameter, stem 80 mm with M10 thread", "t_handle", {"length": 100, "diameter": 12, "stem_length": 80, "stem_diameter": 10}),
        ("Flanged bushing 20 x 26 x 25, flange 32 mm x 3 mm", "bushing", {"outer_diameter": 26, "length": 25}),
        ("Bearing housing block 80 x 60 x 40 mm with a 47 H7 bore 14 mm deep", "box", {"hole_1.diameter": 47, "hole_1.depth": 14}),
        ("Manifold block 120 x 50 x 40 mm, four G1/4 ports on top 25 mm apart, one 12 mm main bore lengthwise", "box", {"hole_grid_1.diameter": 11.8, "hole_grid_1.depth": 20, "hole_2.face": 1}),
        ("Rigid shaft coupling, 12 mm to 14 mm bore, 32 mm outside diameter, 50 mm long", "revolution", {"r_1": 6, "r_2": 16, "r_4": 7}),
        ("Nozzle, 30 mm inlet narrowing to 8 mm outlet over 60 mm, wall 3 mm", "revolution", {"r_1": 15, "r_2": 18, "r_4": 4, "z_3": 60}),
        ("Concentric reducer 88.9 mm to 60.3 mm, 90 mm long, wall 3.2 mm", "revolution", {"r_2": 44.45, "r_5": 30.15, "z_5": 90}),
        ("Funnel 150 mm top diameter, 15 mm spout, 140 mm high, 1 mm sheet", "revolution", {"r_4": 75, "r_2": 7.5, "z_4": 140}),
        ("Tube 60.3 x 3.2 mm, 400 mm long, closed at one end with a 5 mm welded cap", "revolution", {"r_2": 30.15, "r_4": 26.95, "z_5": 5}),
        ("Halteblech 120 x 80 x 3 mm, vier Bohrungen 9 mm, Eckenradius 10 mm", "plate", {"corner_radius": 10, "hole_grid_1.diameter": 9}),
        ("Bride pleine en acier, diamètre 200 mm, épaisseur 18 mm, 8 trous de 14 mm sur un cercle de 160 mm", "flange", {"bore": 0, "bolt_circle": 160}),
        ("Placa base de acero 250 x 200 x 15 mm con cuatro agujeros de 18 mm y una ranura central de 60 x 20 mm", "plate", {"slot_1.length": 60, "hole_grid_1.diameter": 18}),
        ("Fork head DIN 71752 8 x 16, zinc plated", "fork_head", {"slot_width": 8, "pin_diameter": 8, "width": 16, "length": 42}),
        ("Shaft 1 in diameter x 12 in long, 1/4 in keyway 2 in long", "shaft", {"keyway_1.width": 6.35, "keyway_1.length": 50.8}),
        ("法兰盘 外径120mm 厚15mm 中心孔40mm 6个9mm孔 分布圆直径95mm", "flange", {"bore": 40, "outer_diameter": 120}),
        ("U-channel bent from 2 mm sheet steel, base 60 mm, flanges 30 mm, length 200 mm", "u_bracket", {"length": 60, "height": 30, "width": 200, "thickness": 2}),
        ("P-clip for a 12 mm cable, 15 mm wide band, 1.5 mm thick, M5 hole", "clamp", {"inner_diameter": 12, "width": 15, "thickness": 1.5, "hole_diameter": 5.5}),
        ("Split clamp for 25 mm tube, 40 mm wide, M6 clamping screw, aluminium", "clamp", {"inner_diameter": 25, "width": 40, "hole_diameter": 6.6}),
        ("Weld neck flange DN 80 PN 16, EN 1092-1 type 11", "flange", {"outer_diameter": 200, "hub_diameter": 88.9, "hub_height": 30, "bore": 82.5}),
        ("Slip-on flange DN100 PN10", "flange", {"outer_diameter": 220, "bore": 116, "bolt_count": 8}),
        ("HTD 5M timing pulley, 32 teeth, 15 mm belt, bore 14 mm with keyway", "timing_pulley", {"teeth": 32, "pitch": 5, "bore": 14, "keyway_width": 5}),
        ("V-belt pulley SPA, two grooves, pitch diameter 125 mm, bore 24 mm, cast iron", "v_pulley", {"diameter": 130.5, "width": 35, "grooves": 2}),
        ("Knurled knob 30 mm diameter, 18 mm tall, M6 blind thread 12 mm deep, aluminium", "knob", {"bore": 5, "bore_depth": 12}),
        ("Extension spring with hooks, wire 1 mm, mean diameter 10 mm, 60 mm long", "spring", {"outer_diameter": 11, "wire_diameter": 1, "free_length": 60}),
        ("Hose nipple G1/2 male to 13 mm hose, brass", "revolution", {"r_2": 10.48, "r_6": 6.5}),
        ("Crank arm, 120 mm centre to centre, bores 20 and 12 mm, 15 mm thick, hub diameter 35 mm", "arm", {"distance": 120, "bore_1": 20, "bore_2": 12, "width": 35}),
        ("Gusset plate, right triangle 150 x 120 mm, 6 mm S235, cut-off corner 20 mm", "extrusion", {"length": 6, "corners": 4, "x_1": 20, "x_2": 150, "y_3": 120}),
        ("Hexagonal spacer, M4 female-female, 20 mm long, brass, 7 mm across flats", "spacer", {"inner_diameter": 3.3, "outer_diameter": 7, "sides": 6}),
        ("Plate 200 x 120 x 10 mm, four M8 tapped holes 15 mm from the edges, one 40 mm central bore", "plate", {"hole_grid_1.spacing_x": 170, "hole_2.diameter": 40}),
        ("Pin 10 h6 x 60 mm with 3.2 mm split pin hole 5 mm from the end", "rod", {"diameter": 10, "cross_hole_1.diameter": 3.2, "cross_hole_1.z": 5}),
        ("Bronze bushing ID 16 mm OD 22 mm length 30 mm", "bushing", {"inner_diameter": 16, "outer_diameter": 22, "length": 30}),
        ("Hub 60 mm diameter, 35 mm long, bore 20 mm with keyway, flange 100 mm diameter x 10 mm with six M6 holes on 80 mm PCD", "flange", {"hub_diameter": 60, "hub_height": 25, "thickness": 10, "keyway_width": 6, "bolt_circle": 80}),
        ("Hub OD 50 mm, length 40 mm, bore 25 mm with 8 mm keyway, C45", "bushing", {"outer_diameter": 50, "length": 40, "keyway_width": 8}),
        ("Flat belt pulley 120 mm diameter, 40 mm wide, bore 19 mm", "bushing", {"outer_diameter": 120, "length": 40, "inner_diameter": 19}),
        ("Lever 150 mm long, 25 mm wide, 10 mm thick, 12 mm hole at one end and 8 mm hole at the other", "arm", {"bore_1": 12, "bore_2": 8, "distance": 125}),
        ("Knurled thumb nut M6, 20 mm diameter, 10 mm high, brass", "knob", {"diameter": 20, "height": 10, "bore": 5}),
        ("Cover, 90 mm round, 4 mm thick, six 4.5 mm holes on 76 mm circle and a 20 mm center hole", "disc", {"diameter": 90, "thickness": 4, "bore": 20, "hole_circle_1.count": 6}),
        ("Ring 120 mm OD x 80 mm ID x 15 mm, 4 M6 holes on 105 mm PCD, 4 M5 threaded holes on 95 mm PCD offset 45 degrees", "ring", {"hole_circle_2.start_angle": 45, "hole_circle_2.diameter": 4.2}),
        ("Square tube 40 x 40 x 3 mm, 600 mm long, with 2 holes 9 mm at 50 mm from each end", "square_tube", {"hole_grid_1.spacing_x": 500}),
        ("Flachstahl 60 x 10, 400 mm lang, S235, zwei Bohrungen 13 mm, 30 mm von den Enden", "plate", {"length": 400, "width": 60, "thickness": 10, "hole_grid_1.spacing_x": 340}),
        ("Wedge 100 mm long, 40 mm wide, from 5 mm to 25 mm high", "extrusion", {"length": 40, "x_3": 100, "y_3": 25, "y_4": 5}),
        ("Platte 250 x 150 x 12 mm, 6 Bohrungen 11 mm, Raster 2 x 3, Abstand 100 mm x 80 mm", "plate", {"hole_grid_1.count_x": 3, "hole_grid_1.spacing_x": 100, "hole_grid_1.spacing_y": 80}),
        ("Gleitlagerbuchse mit Bund, 12/16 x 20, Bund 22 x 3, Rotguss", "bushing", {"inner_diameter": 12, "outer_diameter": 16, "length": 20, "collar_diameter": 22}),
        ("Turned spacer ring, outside 45, inside 30.2, 6 mm wide, aluminium", "ring", {"outer_diameter": 45, "inner_diameter": 30.2, "thickness": 6}),
        ("Stepped pin, 12 mm diameter 20 mm long, then 8 mm diameter 15 mm long", "shaft", {"diameter_1": 12, "length_1": 20, "diameter_2": 8, "length_2": 15}),
        ("Pin: head 16 x 5 mm, shank 10 x 30 mm, M8 thread 12 mm long", "shaft", {"diameter_1": 16, "length_2": 30, "diameter_3": 8, "length_3": 12}),
        ("V-block 100 x 60 x 50 mm with a 90 degree groove 30 mm wide", "extrusion", {"length": 100, "corners": 7, "x_4": 45, "y_5": 35}),
        ("PCB 60 x 40 mm, 1.6 mm thick, four 3.2 mm holes 4 mm from the corners", "plate", {"thickness": 1.6, "hole_grid_1.spacing_x": 52}),
        ("Pipe 2 inch sch 40, 1 m long", "tube", {"outer_diameter": 60.3, "inner_diameter": 52.48}),
        ("Round plate Ø200 x 12, 6 x Ø14 auf Lochkreis Ø160, Mittelbohrung Ø80 H7", "disc", {"diameter": 200, "bore": 80, "hole_circle_1.count": 6, "hole_circle_1.circle_diameter": 160}),
        ("Distanzbolzen M5 innen/außen, SW 8, 30 mm lang, Messing", "spacer", {"sides": 6, "outer_diameter": 8, "length": 30}),
        ("Handhebel 200 mm lang, 20 x 8 mm, Bohrung 10 mm", "arm", {"distance": 180, "width": 20, "thickness": 8}),
        ("Kettenrad 1/2 Zoll, 19 Zähne, Bohrung 16 mm", "sprocket", {"pitch": 12.7, "width": 7.2, "bore": 16}),
        ("Ring, 100/80 x 10 mm, POM", "ring", {"outer_diameter": 100, "inner_diameter": 80, "thickness": 10}),
        ("Hollow shaft 40/25 mm, 300 mm long, keyway 12 x 5 x 60", "shaft", {"diameter_1": 40, "length_1": 300, "bore": 25, "length_2": 0}),
        ("Rectangular flange 120 x 80 x 12 mm, 50 mm bore, four 11 mm holes 90 x 55 mm apart", "plate", {"length": 120, "width": 80, "hole_grid_1.spacing_x": 90}),
        ("Spacer plate with 80 mm PCD, 4 holes 8.5 mm, 100 mm diameter, 5 mm", "disc", {"diameter": 100, "hole_circle_1.circle_diameter": 80}),
        ("Cable gland plate 200 x 100 x 3 mm with six 20 mm holes", "plate", {"hole_grid_1.count_x": 3, "hole_grid_1.count_y": 2}),
        ("Knob M8, 40 mm diameter, 6 lobes", "knob", {"bore": 6.75, "flute_count": 6}),
        ("Montagewinkel 100 x 80 x 50 mm, Blech 3 mm, zwei Bohrungen 8,5 mm je Schenkel", "l_bracket", {"hole_grid_10.count_x": 2, "hole_grid_11.count_y": 2}),
        ("Shaft 30 mm diameter, 250 mm long, M10 thread in both ends", "shaft", {"diameter_1": 30, "hole_1.diameter": 8.5, "hole_2.face": 1}),
        ("Lochplatte 200 x 100 x 5 mm aus Edelstahl mit vier Bohrungen 9 mm, 15 mm vom Rand", "plate", {"length": 200, "hole_grid_1.diameter": 9, "hole_grid_1.spacing_x": 170}),
        ("Welle Durchmesser 25 mm, 180 mm lang, mit Passfedernut 8 x 40 mm und Fase 1 mm", "shaft", {"keyway_1.length": 40, "chamfer_1.size": 1}),
        ("Winkel 80 x 60 x 40 mm, 4 mm Stahl, zwei Langlöcher 9 x 20 mm", "l_bracket", {"slot_grid_1.length": 20, "slot_grid_1.count_y": 2}),
        ("Distanzhülse Außendurchmesser 20 mm, Innendurchmesser 10,5 mm, 35 mm lang", "spacer", {"inner_diameter": 10.5}),
        ("Plaque aluminium 150 x 100 x 8 mm avec quatre trous de 6,6 mm aux coins", "plate", {"hole_grid_1.diameter": 6.6, "hole_grid_1.count_x": 2}),
        ("Roue dentée module 1,5, 40 dents, largeur 15 mm, alésage 12 mm", "gear", {"module": 1.5, "teeth": 40, "bore": 12}),
        ("Placa de acero 120 x 80 x 10 mm con cuatro agujeros roscados M8", "plate", {"hole_grid_1.diameter": 6.75}),
        ("Bracket 80x40x3, two 6.5 holes 50 apart, S235", "l_bracket", {"hole_grid_1.diameter": 6.5, "hole_grid_1.spacing_x": 50, "hole_grid_1.face": 0}),
        ("Plate 120x80x10 S355, 4x Ø11 on 90x50, 1x Ø25 H7 centre", "plate", {"hole_grid_1.spacing_x": 90, "hole_grid_1.spacing_y": 50, "hole_2.diameter": 25}),
        ("Blech 100x60x2, vier Bohrungen 5,5, 8 mm vom Rand", "plate", {"hole_grid_1.diameter": 5.5, "hole_grid_1.spacing_x": 84}),
        ("Hex bar AF 24, 60 long, M12 through", "polygon", {"across": 24, "height": 60, "sides": 6, "hole_1.diameter": 10.25}),
        ("Sechskantstange SW 24, 80 mm lang, Bohrung 8 mm durchgehend", "polygon", {"across": 24, "height": 80, "hole_1.diameter": 8}),
        ("Distance piece Ø16 x 42, M8 through", "spacer", {"outer_diameter": 16, "length": 42, "inner_diameter": 6.75}),
        ("Bearing cap OD 80, bore 52 x 12 deep, 6x M6 on PCD 66, 18 thick", "disc", {"diameter": 80, "hole_1.depth": 12, "hole_circle_2.count": 6}),
        ("Equerre 60 x 60 x 30, épaisseur 4, deux trous de 8 mm par aile, acier", "l_bracket", {"hole_grid_10.count_x": 2, "hole_grid_11.count_y": 2}),
        ("Angle made of 3 mm sheet, legs 60 and 40 mm, 200 mm long, three oblong holes 7 x 20", "l_bracket", {"length": 60, "height": 40, "width": 200, "slot_grid_1.width": 7}),
        ("Plate 160 x 60 x 6 mm, two slots 9 x 30 mm 100 mm apart", "plate", {"slot_grid_1.spacing_x": 100, "slot_grid_1.count_x": 2}),
        ("Access cover plate 250 x 180 x 3, eight 6.5 mm holes, corners R10", "plate", {"corner_radius": 10}),
        ("Shaft 25 mm diameter, 200 mm long, one end turned down to 20 mm over 30 mm", "shaft", {"length_1": 170, "diameter_2": 20, "length_2": 30}),
        ("Welle Ø35 x 280, beidseitig abgesetzt auf Ø25 x 40, Passfedernut 10x8x50 mittig", "shaft", {"length_2": 200, "diameter_3": 25, "keyway_1.z": 140}),
        ("Shaft 25 mm diameter, 200 mm long, keyway 8 x 40 mm, second keyway at the other end", "shaft", {"keyway_1.z": 175, "keyway_2.z": 25}),
        ("Ring Ø120/Ø80 x 15, 8 holes 9 mm on PCD 100", "ring", {"outer_diameter": 120, "inner_diameter": 80, "thickness": 15}),
        ("Round cover Ø140 x 6, six M6 countersunk holes on a 120 circle", "disc", {"hole_circle_1.circle_diameter": 120}),
        ("Plate 200 x 150 x 4 mm with a window 100 x 60 mm R5 in the middle and four 6.5 mm holes", "plate", {"pocket_1.corner_radius": 5, "hole_grid_1.count_x": 2}),
        ("Cover 200 x 120 x 40 mm, 1.5 mm sheet steel", "enclosure", {"height": 40, "wall": 1.5}),
        ("3D-printed spacer 20 x 5.2 x 12 mm, PLA", "spacer", {"outer_diameter": 20, "inner_diameter": 5.2}),
        ("Axe Ø12 longueur 90, acier", "shaft", {"diameter_1": 12, "length_1": 90}),
        ("U-Bolzen M8 für Rohr 42 mm, verzinkt", "bent_bar", {"x_3": 25}),
        ("Pl 100x50x5, 2x Ø9", "plate", {"length": 100, "hole_grid_1.diameter": 9}),
        ("Pin 8 x 40", "rod", {"diameter": 8, "length": 40}),
        ("Round bar Ø30 x 150, M12 blind hole 25 deep in one end", "rod", {"hole_1.diameter": 10.25, "hole_1.depth": 25}),
        ("Turned spacer Ø25 x 40 with through-hole 6.6, counterbore 11 x 6.5", "rod", {"diameter": 25, "hole_1.diameter": 6.6, "hole_1.counterbore_diameter": 11, "hole_1.counterbore_depth": 6.5}),
        ("Plate 150 x 100 x 12, 4x through-hole 6.6 with counterbore 11 x 6.5, hole pitch 120 x 70", "plate", {"hole_grid_1.diameter": 6.6, "hole_grid_1.counterbore_diameter": 11, "hole_grid_1.spacing_y": 70}),
        ("Round plate Ø120 x 20, 6x Ø9 thru, c'bore Ø15 x 8.6 deep on PCD 90", "disc", {"hole_circle_1.counterbore_depth": 8.6, "hole_circle_1.circle_diameter": 90}),
        ("Grundplatte 250x180x20, 4 Senkbohrungen für M8 Zylinderschrauben, 4 Gewindebohrungen M10", "plate", {"hole_grid_1.counterbore_diameter": 15, "hole_grid_2.diameter": 8.5}),
        ("Bush Ø30 x 40 with bore 12, counterbore 20 x 8", "rod", {"diameter": 30, "length": 40, "hole_1.counterbore_diameter": 20}),
        ("Bushing Ø30 x 40, bore 20 H7", "bushing", {"outer_diameter": 30, "length": 40, "inner_diameter": 20}),
        ("Welle Ø40 x 300, beidseitig M16x1.5 Gewinde 30 lang", "shaft", {"diameter_1": 16, "length_2": 240, "length_3": 30}),
        ("Shaft Ø20 h6 x 180; M8x1.25 thread 15 long one end", "shaft", {"length_1": 165, "diameter_2": 8, "length_2": 15}),
        ("Eje de acero Ø25 x 200 mm con chavetero 8 x 40 mm y rosca M20 x 30 en un extremo", "shaft", {"length_1": 170, "diameter_2": 20, "keyway_1.length": 40}),
        ("Shaft Ø35 x 240, keyway 10x8x50 starting 5 mm from the left end", "shaft", {"keyway_1.z": 30}),
        ("Welle Ø40 x 300, Passfedernut 12x8x60, 10 mm vom rechten Ende", "shaft", {"keyway_1.z": 260}),
        ("Plate 100 x 60 x 20 with four M10x1.25 tapped holes", "plate", {"hole_grid_1.diameter": 8.75, "hole_grid_1.count_x": 2}),
        ("Ring Ø120/Ø100 x 10, 8x M5 on PCD 110", "ring", {"hole_circle_1.diameter": 4.2}),
        ("Block 80 x 40 x 30, 2x M8 x 16 deep", "box", {"hole_grid_1.diameter": 6.75, "hole_grid_1.depth": 16}),
        ("Placa de aluminio 160 x 90 x 8 con 4 taladros roscados M6 y un taladro central de 40 mm", "plate", {"hole_grid_1.diameter": 5, "hole_2.diameter": 40}),
        ("Plaque 200 x 120 x 10 en acier, 6 trous Ø8,5 entraxe 80 x 90, rayon des coins R10", "plate", {"corner_radius": 10, "hole_grid_1.diameter": 8.5, "hole_grid_1.spacing_y": 90}),
        ("Winkel 100 x 80 x 50 x 5, je Schenkel 2 Bohrungen Ø9", "l_bracket", {"hole_grid_10.count_x": 2, "hole_grid_11.count_y": 2}),
        ("Cable gland plate 200 x 100 x 3, 3x Ø20.4, 2x Ø25.5", "plate", {"hole_grid_1.count_x": 3, "hole_grid_2.diameter": 25.5, "hole_grid_2.y": -25}),
        ("Slotted plate 120 x 40 x 5, 2 slots 8.5 x 20, pitch 80", "plate", {"slot_grid_1.count_x": 2, "slot_grid_1.spacing_x": 80}),
        ("Flat bar 40 x 8 x 250, Ø13 hole 20 from each end", "plate", {"hole_grid_1.count_x": 2, "hole_grid_1.spacing_x": 210}),
        ("Hexagon bar AF 24 x 60, M12 through tapped", "polygon", {"hole_1.diameter": 10.25}),
        ("Knurled knob Ø30 x 18, M6 x 12 blind", "knob", {"bore": 5, "bore_depth": 12}),
        ("Compression spring wire 2 mm, outer diameter 20 mm, free length 60 mm, 8 coils", "spring", {"wire_diameter": 2, "turns": 8}),
        ("Extension spring d=1.5 Da=15 L0=50", "spring", {"wire_diameter": 1.5, "outer_diameter": 15, "free_length": 50}),
        ("Druckfeder d=2, Dm=18, L0=60, n=8", "spring", {"outer_diameter": 20, "turns": 8}),
        ("Tube 40x40x3, 600 long", "square_tube", {"width": 40, "thickness": 3, "length": 600}),
        ("Hub Ø60 x 45 with splined bore 6x23x26", "bushing", {"outer_diameter": 60, "inner_diameter": 23, "length": 45}),
        ("Hat profile, 40 high, 30 wide top, flanges 20, t=2, 1000 long", "extrusion", {"length": 1000, "x_7": 70, "y_4": 40, "y_2": 2}),
        ("Top-hat section 25 mm high, web 40 mm, flanges 15 mm, 1.5 mm sheet, 800 mm long", "extrusion", {"x_5": 55, "y_2": 1.5}),
        ("C-profile 100x50x20x2, 2 m long", "extrusion", {"length": 2000, "y_12": 100, "y_3": 20, "x_4": 48}),
        ("Bearing housing 6205, bore 52 H7 x 15 deep, outer Ø80, 40 long, flange Ø110 x 10 with 4x Ø9 on PCD 95", "shaft", {"diameter_1": 110, "length_2": 30, "hole_1.diameter": 52, "hole_1.depth": 15, "hole_circle_2.count": 4}),
        ("End cap for tube Ø48.3, plug depth 20 mm, flange 3 mm thick, wall 2.6", "shaft", {"diameter_1": 48.3, "diameter_2": 43.1, "length_2": 20}),
        ("Sheet metal cover, U-shaped, 200 x 120 x 60, t=1.5, 4 holes Ø4.5", "u_bracket", {"width": 200, "length": 120, "height": 60}),
        ("Hook, bent from Ø6 rod, 80 mm long", "bent_bar", {"diameter": 6, "z_1": 80}),
        ("直齿轮 模数2 24齿 宽20毫米 孔径10毫米", "gear", {"module": 2, "teeth": 24, "width": 20, "bore": 10}),
    ],
)  # fmt: skip
def test_a_part_has_the_figures_that_its_words_tell(
    text: str, method: str, figures: dict[str, float]
) -> None:
    root = engine.structure(engine.understand(text, {}, []), [], {})
    assert root.form is not None
    assert root.form.method == method
    given = {name: float(value) for name, value in root.form.parameters.items()}
    spec = spec_of(name=root.name, method=method, parameters=given)
    assert not validator.problems(spec)
    assert figures.items() <= flat(spec).items()


@pytest.mark.parametrize("slot", ["slot 6 x 20 mm", "two slots 6 x 20 mm"])
def test_a_slot_through_a_round_bar_goes_not_through_its_end(slot: str) -> None:
    brief = engine.understand(f"Shaft 40 mm diameter, 200 mm long, {slot}", {}, [])
    root = engine.structure(brief, [], {})
    assert root.form is not None
    assert not any("slot" in name for name in root.form.parameters)
    assert any("slot" in one.words for one in unkept(brief, root))


@pytest.mark.parametrize(
    ("text", "material"),
    [
        ("Turned spacer from 303 stainless, OD 18, ID 10.2, length 22", "Stainless steel 1.4305"),
        ("Gasket plate 140 x 140 x 2, 316 stainless, 80 bore", "Stainless steel 1.4404"),
        ("Plate 100 x 60 x 5 of 304 stainless steel", "Stainless steel 1.4301"),
    ],
)
def test_a_grade_ahead_of_stainless_is_taken(text: str, material: str) -> None:
    assert engine.structure(engine.understand(text, {}, []), [], {}).material == material


def test_the_male_end_of_a_standoff_is_told() -> None:
    root = engine.structure(
        engine.understand("Abstandsbolzen SW10, M6 innen/außen, 40 lang", {}, []), [], {}
    )
    assert "male end is not drawn" in root.rationale


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Tube 40x40x3, 600 long, one end mitred 45°", "mitred 45°"),
        ("Tube Ø42.4 x 2.6, 500 mm long, both ends cut at 30°", "cut at 30°"),
        ("Hub Ø60 x 45 with splined bore 6x23x26", "the 6 splines of its bore"),
        ("Leaf spring 300 x 25 x 3, two 8 mm eyes", "eyes"),
        ("Disc 100 x 20 with two 6 mm holes in the left side", "in the left side"),
        ("Shaft 30 x 100, slot 8 x 30 on the left side", "on the left side"),
    ],
)
def test_features_that_no_form_shows_are_told(text: str, told: str) -> None:
    brief = engine.understand(text, {}, [])
    root = engine.structure(brief, [], {})
    assert any("is drawn without" in one and told in one for one in unmakeable(brief, root))


def test_one_part_of_plain_steel_is_not_coated() -> None:
    assert _made_of("Plate 200 x 100 x 10 mm, steel") == "Steel S235JR"
    assert (
        _made_of("Plate 200 x 100 x 10 mm, steel, powder coated") == "Steel S235JR, powder coated"
    )


def test_the_grade_behind_a_metal_is_its_material() -> None:
    for text in (
        "Shaft 20 mm diameter, 300 mm long, steel C45",
        "Eje de 20 mm x 300 mm, acero C45",
    ):
        assert _made_of(text) == "C45"
    assert _made_of("Base plate 200 x 100 x 10 mm, A36 steel") == "Steel A36"


def test_sheet_metal_is_of_the_metal_that_the_text_tells() -> None:
    text = "Sheet metal bracket, L-shaped, 2 mm stainless, legs 50 mm and 35 mm, 60 mm wide"
    assert _made_of(text) == "Stainless steel 1.4301"


@pytest.mark.parametrize(
    ("text", "method", "material"),
    [
        ("Ball bearing 6205 2RS", "standard:6205-2RS", "100Cr6"),
        ("Dowel pin 8x40 h6", "standard:ISO 2338 8x40", "Steel, hardened"),
        ("Parallel key 8x7x40", "standard:DIN 6885 A 8x7x40", "C45"),
    ],
)
def test_a_standard_part_is_known_by_its_size(text: str, method: str, material: str) -> None:
    root = engine.structure(engine.understand(text, {}, []), [], {})
    assert root.form is not None
    assert (root.form.method, root.material) == (method, material)


def test_a_nut_whose_thread_ends_within_it_says_so() -> None:
    text = "Knurled thumb nut M6, 20 mm diameter, 10 mm high, brass"
    root = engine.structure(engine.understand(text, {}, []), [], {})
    assert "ends within the nut" in (root.rationale or "")


def test_a_collar_is_turned_of_steel() -> None:
    assert _made_of("Shaft collar for 20 mm shaft, OD 40 mm, 15 mm wide") == "C45"


def _made_of(text: str) -> str | None:
    return engine.structure(engine.understand(text, {}, []), [], {}).material


def test_a_wall_hook_has_the_plate_bar_and_reach_that_are_told() -> None:
    text = (
        "Wall hook with plate 60 x 30 x 4 mm, two holes 5 mm, hook of 6 mm bar sticking out 50 mm"
    )
    brief = engine.understand(text, {}, [])
    root = engine.structure(brief, [], {})
    names = [node.name for node in root.walk()]
    assert "Wall plate 30 x 60 x 4 mm, 2 holes 5 mm" in names
    assert "Hook arm of round bar, diameter 6 mm" in names
    assert not any("ball" in name for name in names)
    assert unkept(brief, root) == []


@pytest.mark.parametrize(
    ("text", "method", "figures"),
    [
        ("Turned spacer, OD 18, ID 10.2, length 22, both ends chamfered 0.5", "tube", {"chamfer_1.size": 0.5}),
        ("Bronze flanged bushing, 12 ID, 18 OD, 24 flange diameter, flange 3 thick, 20 overall length", "bushing", {"inner_diameter": 12, "outer_diameter": 18, "length": 20, "collar_diameter": 24, "collar_thickness": 3}),
        ("Bushing 20 mm bore 30 mm outer diameter 25 mm long, with a 40 mm collar 5 mm thick", "bushing", {"length": 25, "collar_diameter": 40, "collar_thickness": 5}),
        ("Drive shaft 20 mm diameter, 250 mm long, with 15 mm diameter journals 30 mm long at both ends", "shaft", {"diameter_1": 15, "length_1": 30, "diameter_2": 20, "length_2": 190, "diameter_3": 15}),
        ("Stepped shaft, 25 mm x 60, then 20 h6 x 40, then M16 x 1.5 x 30", "shaft", {"diameter_2": 20, "diameter_3": 16, "length_3": 30}),
        ("Ring 100/80, 12 thick", "ring", {"outer_diameter": 100, "inner_diameter": 80, "thickness": 12}),
        ("Sheet metal U-channel, base 60, flanges 25 high, 1.5 mm galvanised steel, 400 long", "u_bracket", {"length": 60, "height": 25, "thickness": 1.5, "width": 400}),
        ("Angle iron 50 x 50 x 5, 600 long, with three 9 mm holes in one leg at 200 spacing", "angle_profile", {"hole_grid_1.spacing_x": 200, "hole_grid_1.count_x": 3}),
        ("Pillow block for a 6004 bearing, base 90 x 30, shaft height 35, two M8 holes", "pillow_block", {"bore": 42, "height": 35, "length": 90, "width": 30, "hole_diameter": 9}),
        ("Sheet metal cover 200 x 120 with 15 mm flanges down on all four sides, 1 mm aluminium", "enclosure", {"length": 200, "width": 120, "height": 15, "wall": 1}),
        ("Hydraulic manifold block 100 x 60 x 50, with four G1/4 ports on top and one G3/8 port at each end", "box", {"hole_grid_1.face": 0, "hole_20.diameter": 15.25, "hole_20.face": 1, "hole_21.face": 2}),
        ("Steel block 100 x 60 x 40 mm with a 20 mm bore through the side", "box", {"hole_1.diameter": 20, "hole_1.face": 4}),
        ("T-bracket in 3 mm steel, top bar 120 x 30, stem 90 x 30, five 5.5 mm holes", "t_plate", {"length": 120, "height": 120, "hole_grid_1.count_x": 3, "hole_grid_2.count_y": 2}),
        ("T-plate 150 x 120 x 40 mm, 4 mm thick, four M6 clearance holes", "t_plate", {"bar_width": 40, "thickness": 4, "hole_grid_2.diameter": 6.6}),
        ("Clamping lever 80 mm long, M8 female thread", "arm", {"bore_1": 6.75, "bore_2": 0}),
        ("Star knob 40 mm diameter, M6 x 20 stud", "knob", {"bore": 0, "boss_1.diameter": 6, "boss_1.height": 20}),
        ("Bracket for a 25 mm pipe, two M4 screw holes", "saddle", {"inner_diameter": 25, "hole_diameter": 4.5}),
        ("End cap for 60.3 mm pipe, turned from PVC, 40 long, wall 4 mm", "cup", {"outer_diameter": 68.3, "wall": 4, "height": 40}),
        ("Aluminium plate 180 x 90 x 8, four M5 clearance holes 10 mm from each edge, one 30 mm bore in the centre", "plate", {"hole_2.diameter": 30, "hole_grid_1.spacing_x": 160}),
        ("V-belt pulley, SPA, 2 grooves, pitch diameter 125, bore 28", "v_pulley", {"diameter": 130.5, "groove_width": 12.7}),
        ("Idler shaft, 30 dia x 180 overall, 25 dia x 20 spigot each end", "shaft", {"diameter_1": 25, "length_1": 20, "diameter_2": 30, "length_2": 140, "diameter_3": 25}),
        ("Delrin spacer 40 OD x 25 ID x 12 thk with 4 off M4 clearance holes on 32 PCD", "ring", {"outer_diameter": 40, "inner_diameter": 25, "thickness": 12, "hole_circle_1.count": 4}),
        ("Cover plate 200 x 150 x 4, 6 M5 clearance holes on 180 x 130, 40 x 20 slot in the middle", "plate", {"hole_grid_1.count_x": 3, "hole_grid_1.spacing_x": 90, "hole_grid_1.spacing_y": 130}),
        ("Aluminium knob, 32 dia x 18, M5 tapped 12 deep", "knob", {"bore": 4.2, "bore_depth": 12}),
        ("Welle Ø25 x 200, beidseitig Zapfen Ø17 x 25", "shaft", {"diameter_1": 17, "length_1": 25, "length_2": 150, "diameter_3": 17}),
        ("Entretoise cylindrique Ø20, longueur 35, taraudage M8 de part en part", "spacer", {"outer_diameter": 20, "inner_diameter": 6.75, "length": 35}),
        ("Platine en inox 180 x 120 x 5, quatre trous oblongs 9 x 20 aux coins, perçage central diamètre 50", "plate", {"hole_1.diameter": 50, "slot_grid_1.count_x": 2, "slot_grid_1.spacing_x": 140}),
        ("Soporte en U de chapa de 2 mm, base 80, alas 40, ancho 50, dos taladros de 6,5 en cada ala", "u_bracket", {"length": 80, "height": 40, "width": 50, "hole_grid_10.face": 1, "hole_grid_11.face": 2}),
        ("阶梯轴 总长150 直径20长60 直径30长50 直径20长40 材料45钢 两端倒角1", "shaft", {"diameter_2": 30, "length_2": 50, "diameter_3": 20, "length_3": 40, "chamfer_1.size": 1}),
        ("Blechwinkel 60x40x30, t=2, je Schenkel zwei Langlöcher 6x12", "l_bracket", {"slot_grid_10.count_x": 2, "slot_grid_11.count_y": 2, "slot_grid_11.face": 1}),
        ("Frästeil aus EN AW-7075, 80 x 50 x 20, Tasche 60 x 30 mittig, 12 tief, vier M4-Gewinde in den Ecken", "box", {"pocket_1.depth": 12, "hole_grid_1.diameter": 3.3}),
        ("Lagerbock für Welle 20 mm, Achshöhe 40, Grundplatte 100x40x12, zwei Bohrungen 9 mm", "pillow_block", {"bore": 20, "height": 40, "length": 100, "thickness": 12, "hole_diameter": 9}),
        ("Bride tournée diamètre 110, épaisseur 14, alésage 40, six trous de 9 sur un diamètre de 85", "flange", {"outer_diameter": 110, "bore": 40, "bolt_hole": 9, "bolt_circle": 85, "bolt_count": 6}),
        ("Douille en bronze 20 x 26 x 30", "bushing", {"inner_diameter": 20, "outer_diameter": 26, "length": 30}),
        ("Escuadra en L de acero 70 x 50 x 30 mm, espesor 4 mm, dos agujeros de 6 mm en cada ala", "l_bracket", {"hole_grid_10.count_x": 2, "hole_grid_11.count_y": 2}),
        ("Casquillo de latón diámetro exterior 22, interior 16, largo 18", "bushing", {"outer_diameter": 22, "inner_diameter": 16, "length": 18}),
        ("轴套 外径30 内径20 长25 材料黄铜", "bushing", {"outer_diameter": 30, "inner_diameter": 20, "length": 25}),
        ("法兰盘 外径100 厚度12 中心孔30 四个M8螺栓孔 分布圆75", "flange", {"bore": 30, "bolt_hole": 9, "bolt_circle": 75, "bolt_count": 4}),
        ("铝板 150x100x6 四角各一个5mm孔 距边10mm", "plate", {"hole_grid_1.diameter": 5, "hole_grid_1.spacing_x": 130, "hole_grid_1.spacing_y": 80}),
        ("Milled plate 180 x 110 x 16, EN AW-6082, four M8 tapped holes at 150 x 80, two Ø8 H7 dowel holes on the long centre line 120 apart, all edges 0.5 x 45°", "plate", {"hole_grid_1.spacing_y": 80, "hole_grid_2.spacing_x": 120, "hole_grid_2.diameter": 8}),
        ("Shaft, 42CrMo4, 32 dia x 45, 40 dia x 110, 32 dia x 45, 25 dia x 60 with 8 x 40 keyway, M24x1.5 x 20 on the other end, 1 x 45° chamfers both ends", "shaft", {"diameter_1": 24, "length_1": 20, "diameter_3": 40, "diameter_5": 25, "length_5": 60}),
        ("Bronze bushing 25 H7 / 32 r6 x 40, with a 5 mm grease hole through the wall", "tube", {"inner_diameter": 25, "outer_diameter": 32, "length": 40, "cross_hole_1.z": 20}),
        ("Star knob, 50 mm across, 5 lobes, M10 brass insert blind 18 deep", "knob", {"bore": 8.5, "bore_depth": 18}),
        ("Duplex sprocket 08B-2, 21 teeth, 20 mm bore", "sprocket", {"strands": 2, "strand_pitch": 13.92, "width": 7}),
        ("Gear module 2.5, 40 teeth, 20 wide, bore 25, 4 lightening holes 18 mm on a 56 mm circle", "gear", {"hole_circle_1.count": 4, "hole_circle_1.circle_diameter": 56}),
        ("Gearcase cover 160 x 120 x 12 with a Ø62 H7 bearing seat 8 deep in the center, Ø35 through hole, 8 x Ø6.6 holes counterbored Ø11 x 6.5, corners R15", "plate", {"hole_1.diameter": 35, "hole_1.counterbore_diameter": 62, "hole_1.counterbore_depth": 8, "hole_grid_2.counterbore_diameter": 11}),
        ("Hydraulic manifold 140 x 60 x 50, aluminium, four G3/8 ports 30 mm apart on the top face, P gallery Ø14 lengthwise 110 mm deep, four 6.6 mm mounting holes through at the corners", "box", {"hole_grid_1.depth": 25, "hole_2.depth": 110, "hole_2.face": 1, "hole_grid_3.diameter": 6.6}),
        ('3/4" diameter x 6" long 4140 shaft, 3/16" keyway 1-1/2" long at one end', "shaft", {"diameter_1": 19.05, "length_1": 152.4, "keyway_1.length": 38.1}),
        ("Angle bracket 2 x 2 x 1/8 in, 3 in long, two 1/4 in holes each leg on 1.5 in centers", "l_bracket", {"hole_grid_10.spacing_y": 38.1, "hole_grid_11.spacing_x": 38.1}),
        ("Mounting bracket, bent from 3 mm DC01, legs 70 and 45 mm, 50 mm wide, inner bend radius 3 mm; long leg two Ø7 holes 30 mm apart 15 mm from the free edge, short leg one 9 x 18 slot in the middle", "l_bracket", {"hole_grid_1.count_y": 2, "hole_grid_1.x": 17, "slot_1.face": 1}),
        ("Guide pin Ø16 x 75 with M8 x 16 threaded hole in the back", "rod", {"hole_1.face": 1, "hole_1.depth": 16}),
        ("Taper pin, Ø10 to Ø8 over 60 mm", "revolution", {"r_2": 5, "r_3": 4, "z_3": 60}),
        ("Shaft: Ø30 x 60, then taper Ø30 to Ø20 over 50, then Ø20 x 45 mm", "revolution", {"r_3": 15, "z_3": 60, "r_4": 10, "z_4": 110, "z_5": 155}),
        ("Bushing 40 OD x 50 long with a taper bore from 25 to 20 mm", "revolution", {"r_1": 12.5, "r_4": 10, "z_4": 50}),
        ("Shaft 30 x 200 mm with a hexagon end 24 AF x 20 long", "shaft", {"flats_1.count": 6, "flats_1.across": 24, "flats_1.z": 190}),
        ("Shaft 25 mm diameter, 180 long, two wrench flats 22 AF x 12, 30 from the end", "shaft", {"flats_1.count": 2, "flats_1.z": 144}),
        ("Pin Ø12 x 60 with a flat 1 mm deep, 20 mm long at one end", "rod", {"flats_1.count": 1, "flats_1.across": 11}),
        ("Shaft 20 mm diameter x 100 long with hexagon head 30 AF x 12", "shaft", {"diameter_1": 34.641, "length_1": 12, "length_2": 100, "flats_1.z": 6}),
        ("Roller 60 mm diameter, 30 mm long, bore 12 mm, V-groove 90° 10 mm wide in the middle", "tube", {"groove_1.depth": 5, "groove_1.angle": 90, "groove_1.z": 15}),
        ("Flange coupling half, 90 OD, 24 mm bore, hub 45 x 30, 4 x Ø9 on PCD 70", "flange", {"hub_diameter": 45, "bolt_circle": 70}),
        ("Printed cable guide, U-shaped, 40 wide, 25 high, 60 long, 3 mm wall", "u_bracket", {"length": 40, "width": 60, "height": 25}),
        ("Pipe adapter from 40 mm to 32 mm outside diameter, 70 long, 3 mm wall, PETG", "revolution", {"r_2": 20, "r_4": 16}),
        ("Grundplatte 300 x 200 x 20 aus S355, sechs Bohrungen Ø14 in zwei Reihen, Abstand 120 x 150, gesenkt für M12 Zylinderschrauben, umlaufend 2 x 45° gefast", "plate", {"hole_grid_1.counterbore_diameter": 20, "hole_grid_1.counterbore_depth": 12.6}),
        ("Frästeil aus EN AW-7075, 90 x 60 x 25, Tasche 50 x 30 x 15 mit R6, vier M5-Gewinde 12 tief im Abstand 76 x 46", "box", {"hole_grid_1.spacing_x": 76, "hole_grid_1.depth": 12}),
        ("Lagerflansch, Ø110 x 22, Lagersitz Ø52 H7 x 15 tief, Durchgang Ø40, 6x Ø9 auf Lochkreis 88, Zentrierbund Ø70 x 4", "flange", {"bore": 0, "hole_1.counterbore_diameter": 52, "hole_1.face": 1, "hub_height": 4}),
        ("Riemenscheibe SPZ, 3 Rillen, Wirkdurchmesser 100, Bohrung 22 mm mit Nut nach DIN 6885", "v_pulley", {"diameter": 104, "keyway_width": 6}),
        ("Abdeckblech 240 x 160 x 1,5 aus Edelstahl mit 20 mm Abkantung an den beiden langen Seiten, vier Ø5,5 Bohrungen", "u_bracket", {"width": 240, "length": 160, "height": 20}),
        ("Bride tournée Ø140, épaisseur 16, alésage Ø60, 8 trous Ø11 sur Ø115, chanfrein 1 x 45°", "flange", {"bolt_circle": 115, "chamfer_1.size": 1}),
        ("Axe en acier Ø20 longueur 140, deux gorges de circlips à 5 mm des extrémités, perçage M8 profondeur 20 dans chaque bout", "shaft", {"groove_1.z": 5, "groove_2.z": 135, "hole_2.diameter": 6.75, "hole_2.depth": 20}),
        ("Équerre pliée 100 x 60 x 40, tôle 2 mm, deux trous oblongs 6 x 12 dans la grande aile, un trou Ø8 dans la petite", "l_bracket", {"slot_grid_1.face": 0, "hole_1.face": 1}),
        ("Casquillo de bronce, diámetro interior 30 mm, exterior 38 mm, largo 45 mm, con valona de 50 mm y 5 mm", "bushing", {"collar_diameter": 50, "outer_diameter": 38}),
        ("Polea plana de aluminio, diámetro 150 mm, ancho 50 mm, agujero 25 mm con chavetero de 8 mm", "bushing", {"outer_diameter": 150, "inner_diameter": 25, "keyway_width": 8}),
        ("Soporte en U de chapa de 4 mm, interior 60 mm, alto 80 mm, ancho 50 mm, un agujero de 16 mm en cada ala", "u_bracket", {"length": 68, "hole_11.face": 2}),
        ("Motor shaft 1.25\" dia x 10\" long, 3/4\" dia x 1-1/2\" journal at each end, 1/16\" x 45° chamfers", "shaft", {"diameter_1": 19.05, "length_1": 38.1, "diameter_2": 31.75, "length_2": 177.8, "chamfer_1.size": 1.5875}),
        ("Drive shaft C45: 25 k6 dia x 30, 30 dia x 70, 25 k6 dia x 30, 20 h6 dia x 40 with 6 mm keyway 32 long", "shaft", {"diameter_1": 25, "diameter_2": 30, "length_2": 70, "diameter_4": 20, "keyway_1.z": 150}),
        ("Worm shaft blank Ø36 x 80 in the middle, Ø20 j6 x 35 both sides", "shaft", {"diameter_1": 20, "length_1": 35, "diameter_2": 36, "length_2": 80, "diameter_3": 20}),
        ("Shaft Ø22 x 160 g6, circlip groove DIN 471 12 from the left end", "shaft", {"diameter_1": 22, "length_1": 160, "groove_1.z": 12}),
        ("Locating pin Ø10 m6 x 30 with Ø14 head 6 thick, M5 internal thread 12 deep in the head side", "shaft", {"diameter_1": 14, "length_1": 6, "diameter_2": 10, "length_2": 30, "hole_1.diameter": 4.2, "hole_1.face": 1}),
        ("Clevis bracket, base 80 x 60 x 10 mm, two lugs 10 mm thick 20 mm apart with a 16 mm pin hole 40 mm above the base, two 9 mm holes in the base", "clevis_bracket", {"gap": 20, "pin_diameter": 16, "lug_width": 40, "lug_height": 60, "hole_diameter": 9, "hole_spacing_y": 0}),
        ("Pillow block body 140 x 40 x 75 mm, GG25, bore 52 H7 on centre height 40 mm, two 13 mm mounting holes 105 mm apart", "pillow_block", {"bore": 52, "height": 40, "outer_diameter": 70, "length": 140, "width": 40, "hole_spacing": 105}),
        ("Hinge leaf 80 x 35 x 2.5 mm, four countersunk holes for M4", "plate", {"length": 80, "hole_grid_1.countersink_diameter": 8}),
        ("Plaque d'assise en acier S355, 250 x 180 x 20, quatre trous lamés pour vis M12, entraxes 200 x 130, deux trous taraudés M10", "plate", {"hole_grid_1.counterbore_diameter": 20, "hole_grid_1.spacing_x": 200, "hole_grid_1.spacing_y": 130, "hole_grid_2.diameter": 8.5}),
        ("Poulie crantée T5, 24 dents, largeur 16 mm, alésage 8 mm, deux flasques", "timing_pulley", {"teeth": 24, "pitch": 5, "bore": 8}),
        ("Turned flange of 1.4301, Ø160, Ø60 H7 bore, total height 45, plate 16 thick, hub Ø90, 8 x Ø14 on PCD 130", "flange", {"hub_height": 29, "thickness": 16, "bolt_count": 8}),
        ("Flange, outside 160 mm, 16 mm thick, hub 90 mm diameter, 45 mm high overall, bore 60 mm", "flange", {"hub_height": 29, "bolt_count": 0}),
        ("Rundflansch Ø150 x 18 aus C45, Zentrierbund Ø80 x 4, Bohrung Ø50, 6 Senkungen für M10 auf Lochkreis 120", "flange", {"bolt_count": 0, "hole_circle_1.counterbore_diameter": 18, "hole_circle_1.count": 6, "hub_height": 4}),
        ("Gearbox output shaft 42CrMo4: Ø35 x 45, Ø45 x 18 shoulder, Ø40 x 70, Ø30 x 60 with keyway 8x7x45, M20x1.5 x 25 at the end", "shaft", {"diameter_4": 30, "diameter_5": 20, "length_5": 25, "keyway_1.z": 165.5}),
        ("Shaft Ø30 x 200, M16 x 30 at the end", "shaft", {"length_1": 170, "diameter_2": 16, "length_2": 30}),
        ("Star knob 63 mm diameter, five lobes, M12 thread, 40 mm high, glass-filled nylon", "knob", {"flute_count": 5, "bore": 10.25}),
        ("Fixture plate 200 x 200 x 20, 5 x 5 grid of M8 holes at 40 mm pitch", "plate", {"hole_grid_1.count_x": 5, "hole_grid_1.count_y": 5, "hole_grid_1.spacing_x": 40}),
        ("Clevis bracket, base plate 70 x 50 x 8 with four Ø6.6 holes, two lugs 8 mm thick, 40 mm high, 16 mm gap, 14 mm pin hole", "clevis_bracket", {"length": 70, "lug_thickness": 8, "lug_height": 40, "gap": 16, "pin_diameter": 14, "hole_diameter": 6.6}),
        ("T-bracket, 5 mm plate, top 160 x 40, stem 120 x 40, three Ø9 holes in the top, two Ø9 holes in the stem", "t_plate", {"length": 160, "height": 160, "hole_grid_1.count_x": 3, "hole_grid_2.count_y": 2}),
        ("Square tube 60 x 60 x 4, 750 long, Ø18 hole through 100 from one end", "square_tube", {"hole_1.x": -275}),
        ("Flat bar 60 x 10, 400 long, one Ø13 hole 30 from the right end", "plate", {"hole_1.x": 170}),
        ("Guide rail 400 x 30 x 12, six M6 countersunk holes at 60 mm pitch starting 20 from one end", "plate", {"length": 400, "thickness": 12, "hole_grid_1.count_x": 6, "hole_grid_1.x": -30}),
        ("U-bracket 3 mm stainless, 50 inside, 40 high, 30 wide, one Ø8 hole in each leg 12 mm from the top", "u_bracket", {"hole_10.y": 5.75, "hole_11.y": 5.75}),
        ("L-bracket 80 x 60 x 40, 4 mm thick, one 8 mm hole in the upright leg 12 mm from the top", "l_bracket", {"hole_1.face": 1, "hole_1.y": 15}),
        ("Manifold 4\" x 2\" x 2\" 6061-T6, three 3/8 NPT ports on top 1\" apart, 3/8\" through gallery end to end", "box", {"hole_grid_1.diameter": 14.5, "hole_grid_1.spacing_x": 25.4, "hole_2.diameter": 9.525, "hole_2.face": 1}),
        ("Hex coupling nut M12, 19 AF, 36 long, zinc plated", "spacer", {"sides": 6, "outer_diameter": 19, "inner_diameter": 10.25, "length": 36}),
        ("Stepped bushing, bore 12 H7, Ø30 x 5 flange, Ø20 g6 x 25 body, brass", "bushing", {"collar_diameter": 30, "collar_thickness": 5, "outer_diameter": 20, "length": 30}),
        ("Motor plate 120 x 120 x 10, centre bore Ø73 H8, four M6 on a 98.99 mm bolt circle at 45°, four Ø9 slots 20 long", "plate", {"length": 120, "hole_circle_1.circle_diameter": 98.99, "slot_grid_1.count_x": 2, "hole_2.diameter": 73}),
        ("V-belt pulley 2 x SPB, dw 160, bore 38 H7, keyway 10 JS9", "v_pulley", {"diameter": 167, "grooves": 2, "keyway_width": 10}),
        ("Timing pulley T5, 20 teeth, 16 mm wide belt, bore 8 H7", "timing_pulley", {"pitch": 5, "teeth": 20, "width": 16}),
        ("Gib strip 150 x 20 x 10, brass", "plate", {"length": 150, "width": 20, "thickness": 10}),
    ],
)  # fmt: skip
def test_orders_of_workshops_are_made_as_they_are_written(
    text: str, method: str, figures: dict[str, float]
) -> None:
    brief = engine.understand(text, {}, [])
    root = engine.structure(brief, [], {})
    assert root.form is not None, root.name
    assert root.form.method == method
    assert root.form.parameters.items() >= figures.items()
    told = list(unkept(brief, root))
    assert (told, unread(brief, root, told)) == ([], [])


def test_the_blind_flange_of_a_grade_without_its_metal_is_of_it() -> None:
    assert _made_of("Blind flange DN65 PN16, 304L") == "Stainless steel 1.4301"


def test_a_coupling_hub_is_one_part_with_its_claws() -> None:
    brief = engine.understand("Jaw coupling hub, 55 OD x 50 long, 24 mm bore", {}, [])
    root = engine.structure(brief, [], {})
    assert root.children == ()
    assert root.form is not None
    assert root.form.method == "claw_hub"
    assert root.form.parameters == {"outer_diameter": 55, "length": 50, "bore": 24}
    assert not any("claws" in one for one in unmakeable(brief, root))


@pytest.mark.parametrize(
    ("text", "method", "figures", "told"),
    [
        ("Bearing cap Ø90 x 16, spigot Ø62 h7 x 6, six Ø6.6 holes on PCD 76, O-ring face groove Ø50 x 2.7 wide x 1.6 deep", "flange", {"outer_diameter": 90, "thickness": 16, "bore": 0, "hub_diameter": 62}, "O-ring face groove"),
        ("Gib 150 x 20 x 10 tapering to 8 mm, brass", "plate", {"length": 150}, "tapering to 8"),
    ],
)  # fmt: skip
def test_what_a_part_of_a_known_body_lacks_is_told_and_the_body_is_whole(
    text: str, method: str, figures: dict[str, float], told: str
) -> None:
    brief = engine.understand(text, {}, [])
    root = engine.structure(brief, [], {})
    assert root.form is not None
    assert root.form.method == method
    assert root.form.parameters.items() >= figures.items()
    assert any(told in one for one in unmakeable(brief, root))


def test_what_is_told_of_a_slot_is_no_side_of_its_body() -> None:
    text = "Cam lever block 60 x 25 x 20, slot 8 wide x 20 deep in the end"
    root = engine.structure(engine.understand(text, {}, []), [], {})
    assert root.form is not None
    assert root.form.parameters == {"length": 60, "width": 25, "height": 20}


def test_a_thread_as_wide_as_its_bar_is_noted_and_not_a_step() -> None:
    text = "Tension rod Ø16 x 500, M16 x 60 at each end, S355"
    root = engine.structure(engine.understand(text, {}, []), [], {})
    assert root.form is not None
    assert root.form.parameters == {"diameter_1": 16, "length_1": 500}
    assert "The thread M16, 60 mm long is not drawn" in root.rationale


def test_a_lever_has_the_radii_of_both_ends() -> None:
    text = "Lever arm 140 mm centres, 10 mm thick, one end R20 with Ø16 H7 bore, other end R12 with Ø10 hole"
    root = engine.structure(engine.understand(text, {}, []), [], {})
    assert root.form is not None
    assert root.form.parameters.items() >= {"width": 40, "width_2": 24, "bore_2": 10}.items()
